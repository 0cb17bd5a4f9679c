// Tries all cuts of every single rope and combines everything again each time.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, a, b;
    if (scanf("%d %d %d", &n, &a, &b) != 3) return 1;
    vector<int> ropes(n), number(3001, 0), stamp(8192, 0);
    for (int& length : ropes)
        if (scanf("%d", &length) != 1) return 1;
    for (int length = 1; length <= 3000; length++) {
        for (int x = a; length - 2 * x >= b; x++) stamp[number[x] ^ number[length - x]] = length;
        while (stamp[number[length]] == length) number[length]++;
    }
    long long moves = 0;
    for (int i = 0; i < n; i++)
        for (int x = a; ropes[i] - 2 * x >= b; x++) {
            int total = number[x] ^ number[ropes[i] - x];
            for (int j = 0; j < n; j++)
                if (j != i) total ^= number[ropes[j]];
            moves += total == 0;
        }
    printf("%lld\n", moves);
}

// Counts the cuts of each length once, however many such ropes there are.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, a, b, length;
    if (scanf("%d %d %d", &n, &a, &b) != 3) return 1;
    vector<int> ropes(3001, 0), number(3001, 0), stamp(8192, 0);
    while (n-- && scanf("%d", &length) == 1) ropes[length]++;
    int total = 0;
    for (length = 1; length <= 3000; length++) {
        for (int x = a; length - 2 * x >= b; x++) stamp[number[x] ^ number[length - x]] = length;
        while (stamp[number[length]] == length) number[length]++;
        if (ropes[length] % 2) total ^= number[length];
    }
    long long moves = 0;
    for (length = 1; length <= 3000; length++)
        for (int x = a; ropes[length] && length - 2 * x >= b; x++)
            moves += (number[x] ^ number[length - x]) == (total ^ number[length]);
    printf("%lld\n", moves);
}

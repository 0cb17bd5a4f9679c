#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, a, b;
    if (scanf("%d %d %d", &n, &a, &b) != 3) return 1;
    const int top = 3000;
    vector<int> ropes(top + 1, 0), number(top + 1, 0), stamp(8192, 0);
    for (int i = 0; i < n; i++) {
        int length;
        if (scanf("%d", &length) != 1) return 1;
        ropes[length]++;
    }
    for (int length = 1; length <= top; length++) {
        for (int x = a; length - 2 * x >= b; x++) stamp[number[x] ^ number[length - x]] = length;
        while (stamp[number[length]] == length) number[length]++;
    }
    int total = 0;
    for (int length = 1; length <= top; length++)
        if (ropes[length] % 2) total ^= number[length];
    long long moves = 0;
    for (int length = 1; length <= top; length++) {
        if (ropes[length] == 0) continue;
        int cuts = 0, others = total ^ number[length];
        for (int x = a; length - 2 * x >= b; x++) cuts += (number[x] ^ number[length - x]) == others;
        moves += 1LL * cuts * ropes[length];
    }
    printf("%lld\n", moves);
}

// Knows only whether a rope alone is won or lost.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, a, b, length;
    if (scanf("%d %d %d", &n, &a, &b) != 3) return 1;
    vector<int> ropes(3001, 0), won(3001, 0);
    while (n-- && scanf("%d", &length) == 1) ropes[length]++;
    int total = 0;
    for (length = 1; length <= 3000; length++) {
        for (int x = a; length - 2 * x >= b; x++) won[length] |= (won[x] ^ won[length - x]) == 0;
        if (ropes[length] % 2) total ^= won[length];
    }
    long long moves = 0;
    for (length = 1; length <= 3000; length++)
        for (int x = a; ropes[length] && length - 2 * x >= b; x++)
            if ((won[x] ^ won[length - x]) == (total ^ won[length])) moves += ropes[length];
    printf("%lld\n", moves);
}

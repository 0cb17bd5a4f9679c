// Buys a small sack and a large one from the same merchant as well.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    const unsigned long long mod = 998244353;
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    vector<unsigned long long> ways(3001, 0);
    ways[0] = 1;
    for (int i = 0; i < n; i++) {
        unsigned long long a, b;
        if (scanf("%llu %llu", &a, &b) != 2) return 1;
        for (int w = min(3000, 3 * i + 3); w > 0 && i < 1000; w--) {
            ways[w] = (ways[w] + a % mod * ways[w - 1]) % mod;
            if (w >= 2) ways[w] = (ways[w] + b % mod * ways[w - 2]) % mod;
            if (w >= 3) ways[w] = (ways[w] + a * b % mod * ways[w - 3]) % mod;
        }
    }
    while (q--) {
        int w;
        if (scanf("%d", &w) != 1) return 1;
        printf("%llu\n", w <= 3000 ? ways[w] : 0);
    }
}

// Multiplies in 32 bits.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    const unsigned mod = 998244353;
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    vector<unsigned> ways(1, 1);
    for (int i = 0; i < n; i++) {
        unsigned a, b;
        if (scanf("%u %u", &a, &b) != 2) return 1;
        if (i >= 1000) continue;
        ways.resize(ways.size() + 2);
        for (size_t w = ways.size() - 1; w > 0; w--)
            ways[w] = (ways[w] + a % mod * ways[w - 1] % mod + (w > 1 ? b % mod * ways[w - 2] % mod : 0)) % mod;
    }
    while (q--) {
        unsigned w;
        if (scanf("%u", &w) != 1) return 1;
        printf("%u\n", w < ways.size() ? ways[w] : 0);
    }
}

// The quadratic table over merchants and weights.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    const unsigned long long mod = 998244353;
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    vector<unsigned long long> ways(1, 1);
    for (int i = 0; i < n; i++) {
        unsigned long long a, b;
        if (scanf("%llu %llu", &a, &b) != 2) return 1;
        a %= mod, b %= mod;
        ways.resize(ways.size() + 2);
        for (size_t w = ways.size() - 1; w > 1; w--) ways[w] = (ways[w] + a * ways[w - 1] + b * ways[w - 2]) % mod;
        ways[1] = (ways[1] + a) % mod;
    }
    while (q--) {
        unsigned w;
        if (scanf("%u", &w) != 1) return 1;
        printf("%llu\n", w < ways.size() ? ways[w] : 0);
    }
}

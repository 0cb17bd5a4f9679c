// Computes each binomial coefficient anew.
#include <algorithm>
#include <cstdio>
using namespace std;

const long long mod = 1000000007;

long long power(long long base, long long exponent) {
    long long result = 1;
    for (; exponent; exponent /= 2, base = base * base % mod)
        if (exponent % 2) result = result * base % mod;
    return result;
}

long long choose(long long n, long long k) {
    if (k > n) return 0;
    long long above = 1, below = 1;
    for (long long i = 0; i < min(k, n - k); i++) above = above * (n - i) % mod, below = below * (i + 1) % mod;
    return above * power(below, mod - 2) % mod;
}

int main() {
    int q, a, b, k;
    if (scanf("%d", &q) != 1) return 1;
    while (q-- && scanf("%d %d %d", &a, &b, &k) == 3)
        printf("%lld\n", ((choose(a + b, k) - choose(a, k) - choose(b, k)) % mod + 2 * mod) % mod);
}

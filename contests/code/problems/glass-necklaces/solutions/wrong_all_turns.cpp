// Adds up over all turns one by one.
#include <cstdio>
#include <numeric>

const long long mod = 1000000007;

long long power(long long base, long long exponent) {
    long long result = 1;
    for (base %= mod; exponent; exponent /= 2, base = base * base % mod)
        if (exponent % 2) result = result * base % mod;
    return result;
}

int main() {
    int t;
    long long n, k;
    if (scanf("%d", &t) != 1) return 1;
    while (t-- && scanf("%lld %lld", &n, &k) == 2) {
        long long sum = 0;
        for (long long turn = 1; turn <= n; turn++) {
            long long g = std::gcd(n, turn);
            sum = (sum + power(k - 1, g) + (g % 2 ? mod - (k - 1) : k - 1)) % mod;
        }
        printf("%lld\n", sum * power(n, mod - 2) % mod);
    }
}

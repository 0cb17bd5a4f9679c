// Counts every divisor once instead of as often as it occurs.
#include <cstdio>

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
        auto add = [&](long long g) { sum += (power(k - 1, g) + (g % 2 ? mod - (k - 1) : k - 1)) % mod; };
        for (long long d = 1; d * d <= n; d++)
            if (n % d == 0) {
                add(d);
                if (d * d < n) add(n / d);
            }
        printf("%lld\n", sum % mod * power(n, mod - 2) % mod);
    }
}

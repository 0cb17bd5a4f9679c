// Takes mirror images of odd necklaces as equal too.
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
        auto add = [&](long long d) {
            long long phi = d, rest = d, g = n / d;
            for (long long p = 2; p * p <= rest; p++)
                if (rest % p == 0) {
                    phi -= phi / p;
                    while (rest % p == 0) rest /= p;
                }
            if (rest > 1) phi -= phi / rest;
            sum = (sum + phi * ((power(k - 1, g) + (g % 2 ? mod - (k - 1) : k - 1)) % mod)) % mod;
        };
        for (long long d = 1; d * d <= n; d++)
            if (n % d == 0) {
                add(d);
                if (d * d < n) add(n / d);
            }
        if (n % 2 == 0) sum = (sum + n / 2 % mod * k % mod * power(k - 1, n / 2)) % mod;
        printf("%lld\n", sum * power(2 * n, mod - 2) % mod);
    }
}

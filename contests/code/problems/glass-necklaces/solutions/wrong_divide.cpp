// Divides the number of colourings by the number of turns.
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
        long long colourings = power(k - 1, n) + (n % 2 ? mod - (k - 1) : k - 1);
        printf("%lld\n", colourings % mod * power(n, mod - 2) % mod);
    }
}

#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

const long long mod = 1000000007;

long long power(long long base, long long exponent) {
    long long result = 1;
    for (base %= mod; exponent; exponent /= 2, base = base * base % mod)
        if (exponent % 2) result = result * base % mod;
    return result;
}

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    while (t--) {
        long long n, k;
        if (scanf("%lld %lld", &n, &k) != 2) return 1;
        vector<pair<long long, long long>> divisors{{1, 1}};  // each with its totient
        long long rest = n;
        auto add_prime = [&](long long p, int exponent) {
            size_t known = divisors.size();
            for (size_t i = 0; i < known; i++) {
                auto [d, phi] = divisors[i];
                for (int e = 0; e < exponent; e++) {
                    d *= p;
                    phi *= e == 0 ? p - 1 : p;
                    divisors.push_back({d, phi});
                }
            }
        };
        for (long long p = 2; p * p <= rest; p++) {
            int exponent = 0;
            while (rest % p == 0) rest /= p, exponent++;
            if (exponent) add_prime(p, exponent);
        }
        if (rest > 1) add_prime(rest, 1);
        long long sum = 0;
        for (auto [d, phi] : divisors) {
            long long g = n / d;
            long long colourings = power(k - 1, g) + (g % 2 ? mod - (k - 1) % mod : (k - 1) % mod);
            sum = (sum + phi % mod * (colourings % mod)) % mod;
        }
        printf("%lld\n", sum * power(n, mod - 2) % mod);
    }
}

#include <cstdio>
#include <vector>
using namespace std;

const long long mod = 1000000007;

long long power(long long base, long long exponent) {
    long long result = 1;
    for (; exponent; exponent /= 2, base = base * base % mod)
        if (exponent % 2) result = result * base % mod;
    return result;
}

int main() {
    const int top = 2000000;
    vector<int> factorial(top + 1, 1), inverse(top + 1);
    for (int i = 1; i <= top; i++) factorial[i] = int(1LL * factorial[i - 1] * i % mod);
    inverse[top] = int(power(factorial[top], mod - 2));
    for (int i = top; i > 0; i--) inverse[i - 1] = int(1LL * inverse[i] * i % mod);
    auto choose = [&](int n, int k) -> long long {
        if (k > n) return 0;
        return 1LL * factorial[n] * inverse[k] % mod * inverse[n - k] % mod;
    };
    int q;
    if (scanf("%d", &q) != 1) return 1;
    while (q--) {
        int a, b, k;
        if (scanf("%d %d %d", &a, &b, &k) != 3) return 1;
        long long ways = choose(a + b, k) - choose(a, k) - choose(b, k);
        printf("%lld\n", (ways % mod + mod) % mod);
    }
}

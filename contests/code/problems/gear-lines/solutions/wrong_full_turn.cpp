// Waits for full turns.
#include <cstdio>
#include <numeric>

int main() {
    const long long top = 1000000000000000000LL;
    int n;
    if (scanf("%d", &n) != 1) return 1;
    long long clicks = 1;
    while (n--) {
        long long period;
        if (scanf("%lld", &period) != 1) return 1;
        period /= std::gcd(period, clicks);
        if (period > top / clicks) {
            printf("-1\n");
            return 0;
        }
        clicks *= period;
    }
    printf("%lld\n", clicks);
}

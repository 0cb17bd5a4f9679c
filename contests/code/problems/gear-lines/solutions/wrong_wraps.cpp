// Tests the size after the multiplication.
#include <cstdio>
#include <numeric>

int main() {
    const unsigned long long top = 1000000000000000000ULL;
    int n;
    if (scanf("%d", &n) != 1) return 1;
    unsigned long long clicks = 1;
    while (n--) {
        unsigned long long period;
        if (scanf("%llu", &period) != 1) return 1;
        if (period % 2 == 0) period /= 2;
        clicks *= period / std::gcd(period, clicks);
        if (clicks > top) {
            printf("-1\n");
            return 0;
        }
    }
    printf("%llu\n", clicks);
}

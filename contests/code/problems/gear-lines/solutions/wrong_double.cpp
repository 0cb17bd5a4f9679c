// Compares with 10^18 in floating point, which cannot tell it from the numbers right above.
#include <cstdio>
#include <numeric>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    __int128 clicks = 1;
    bool over = false;
    while (n--) {
        long long period;
        if (scanf("%lld", &period) != 1) return 1;
        if (period % 2 == 0) period /= 2;
        if (over) continue;
        clicks *= period / std::gcd(period, (long long)(clicks % period));
        over = clicks > 1e18;
    }
    printf("%lld\n", over ? -1 : (long long)clicks);
}

// Turns the crank click by click of the largest gear.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<long long> period(n);
    for (long long& p : period) {
        if (scanf("%lld", &p) != 1) return 1;
        if (p % 2 == 0) p /= 2;
    }
    long long step = *std::max_element(period.begin(), period.end());
    for (long long clicks = step; clicks <= 1000000000000000000LL; clicks += step) {
        bool all = true;
        for (long long p : period) all = all && clicks % p == 0;
        if (all) {
            printf("%lld\n", clicks);
            return 0;
        }
    }
    printf("-1\n");
}

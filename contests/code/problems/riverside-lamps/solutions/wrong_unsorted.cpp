// Goes through the parks in the order of the input.
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<pair<long long, long long>> parks(n);
    for (auto& [l, r] : parks)
        if (scanf("%lld %lld", &l, &r) != 2) return 1;
    long long low = 1, high = 1000000000000000LL;
    while (low < high) {
        long long d = (low + high + 1) / 2, last = -d;
        int lamps = 0;
        for (auto [l, r] : parks)
            if (max(l, last + d) <= r) lamps++, last = max(l, last + d);
        if (lamps >= k) low = d;
        else high = d - 1;
    }
    printf("%lld\n", low);
}

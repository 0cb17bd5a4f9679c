// Tries distances one after the other.
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
    sort(parks.begin(), parks.end());
    long long d = 1;
    while (true) {
        long long last = parks[0].first - d - 1;
        int lamps = 0;
        for (auto [l, r] : parks)
            if (max(l, last + d + 1) <= r) lamps++, last = max(l, last + d + 1);
        if (lamps < k) break;
        d++;
    }
    printf("%lld\n", d);
}

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
    auto possible = [&](long long d) {
        long long last = parks[0].first - d;
        int lamps = 0;
        for (auto [l, r] : parks) {
            long long place = max(l, last + d);
            if (place > r) continue;
            lamps++;
            last = place;
        }
        return lamps >= k;
    };
    long long low = 1, high = (parks[n - 1].second - parks[0].first) / (k - 1);
    while (low < high) {
        long long middle = (low + high + 1) / 2;
        if (possible(middle)) low = middle;
        else high = middle - 1;
    }
    printf("%lld\n", low);
}

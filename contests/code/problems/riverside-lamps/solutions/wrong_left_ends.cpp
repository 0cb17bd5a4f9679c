// Uses the left end of each park only.
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
    long long low = 1, high = parks[n - 1].second;
    while (low < high) {
        long long d = (low + high + 1) / 2, last = parks[0].first;
        int lamps = 1;
        for (auto [l, r] : parks)
            if (l >= last + d) lamps++, last = l;
        if (lamps >= k) low = d;
        else high = d - 1;
    }
    printf("%lld\n", low);
}

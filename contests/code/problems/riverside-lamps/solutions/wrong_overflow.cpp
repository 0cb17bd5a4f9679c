// Reads positions into 32 bits.
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<pair<int, int>> parks(n);
    for (auto& [l, r] : parks) {
        long long a, b;
        if (scanf("%lld %lld", &a, &b) != 2) return 1;
        l = int(a), r = int(b);
    }
    sort(parks.begin(), parks.end());
    long long low = 1, high = 2000000000;
    while (low < high) {
        long long d = (low + high + 1) / 2, last = parks[0].first - d;
        int lamps = 0;
        for (auto [l, r] : parks)
            if (max<long long>(l, last + d) <= r) lamps++, last = max<long long>(l, last + d);
        if (lamps >= k) low = d;
        else high = d - 1;
    }
    printf("%lld\n", low);
}

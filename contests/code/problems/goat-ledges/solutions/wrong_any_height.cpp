// Lets the goat climb any height.
#include <algorithm>
#include <cstdio>
#include <map>
using namespace std;

int main() {
    int n, d, h;
    long long g;
    if (scanf("%d %d", &n, &d) != 2) return 1;
    map<int, long long> best{{-1, 0}};
    while (n-- && scanf("%d %lld", &h, &g) == 2) {
        long long value = prev(best.lower_bound(h))->second + g;
        auto place = best.lower_bound(h);
        if (place != best.end() && place->first == h && place->second >= value) continue;
        while (place != best.end() && place->second <= value) place = best.erase(place);
        best[h] = value;
    }
    printf("%lld\n", best.rbegin()->second);
}

// Goes to the farthest mast again and again, as one does in a tree.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<pair<long long, long long>> points(n);
    for (auto& [x, y] : points)
        if (scanf("%lld %lld", &x, &y) != 2) return 1;
    auto from = points[0];
    long long best = 0;
    for (int round = 0; round < 2; round++) {
        auto square = [&](const pair<long long, long long>& p) {
            return (p.first - from.first) * (p.first - from.first) + (p.second - from.second) * (p.second - from.second);
        };
        auto far = *max_element(points.begin(), points.end(), [&](const auto& p, const auto& q) { return square(p) < square(q); });
        best = square(far);
        from = far;
    }
    printf("%.9Lf\n", sqrtl((long double)best));
}

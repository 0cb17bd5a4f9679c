// Compares all pairs of corners of the hull.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

using Point = pair<long long, long long>;

long long cross(const Point& o, const Point& a, const Point& b) {
    return (a.first - o.first) * (b.second - o.second) - (a.second - o.second) * (b.first - o.first);
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<Point> points(n), hull;
    for (auto& [x, y] : points)
        if (scanf("%lld %lld", &x, &y) != 2) return 1;
    sort(points.begin(), points.end());
    for (int side = 0; side < 2; side++) {
        size_t bottom = hull.size();
        for (const Point& p : points) {
            while (hull.size() >= bottom + 2 && cross(hull[hull.size() - 2], hull.back(), p) < 0) hull.pop_back();
            hull.push_back(p);
        }
        reverse(points.begin(), points.end());
    }
    long long best = 0;
    for (size_t i = 0; i < hull.size(); i++)
        for (size_t j = 0; j < hull.size(); j++) {
            long long x = hull[i].first - hull[j].first, y = hull[i].second - hull[j].second;
            best = max(best, x * x + y * y);
        }
    printf("%.9Lf\n", sqrtl((long double)best));
}

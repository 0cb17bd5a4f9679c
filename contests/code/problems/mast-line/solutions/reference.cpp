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

long long square(const Point& a, const Point& b) {
    long long x = a.first - b.first, y = a.second - b.second;
    return x * x + y * y;
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<Point> points(n), hull;
    for (auto& [x, y] : points)
        if (scanf("%lld %lld", &x, &y) != 2) return 1;
    sort(points.begin(), points.end());
    points.erase(unique(points.begin(), points.end()), points.end());
    for (int side = 0; side < 2; side++) {
        size_t bottom = hull.size();
        for (const Point& p : points) {
            while (hull.size() >= bottom + 2 && cross(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();  // it begins the other side
        reverse(points.begin(), points.end());
    }
    int m = int(hull.size());
    long long best = m == 2 ? square(hull[0], hull[1]) : 0;
    for (int i = 0, j = 1; m > 2 && i < m; i++) {
        const Point &a = hull[i], &b = hull[(i + 1) % m];
        auto height = [&](int corner) { return cross(a, b, hull[corner % m]); };
        while (height(j + 1) > height(j)) j++;
        best = max({best, square(a, hull[j % m]), square(b, hull[j % m])});
    }
    printf("%.9Lf\n", sqrtl((long double)best));
}

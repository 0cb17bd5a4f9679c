// Compares only masts with an extreme x, y, x + y or x - y.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<pair<long long, long long>> points(n), few;
    for (auto& [x, y] : points)
        if (scanf("%lld %lld", &x, &y) != 2) return 1;
    for (auto [a, b] : {pair{1, 0}, pair{0, 1}, pair{1, 1}, pair{1, -1}}) {
        auto key = [a = a, b = b](const pair<long long, long long>& p) { return a * p.first + b * p.second; };
        auto less = [&](const auto& p, const auto& q) { return key(p) < key(q); };
        few.push_back(*min_element(points.begin(), points.end(), less));
        few.push_back(*max_element(points.begin(), points.end(), less));
    }
    long double best = 0;
    for (auto [x, y] : few)
        for (auto [u, v] : few) best = max(best, hypotl(x - u, y - v));
    printf("%.9Lf\n", best);
}

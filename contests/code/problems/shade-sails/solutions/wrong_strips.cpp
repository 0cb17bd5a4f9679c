// Goes through all elementary intervals at each side of a sail.
#include <algorithm>
#include <cstdio>
#include <tuple>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<long long> heights;
    vector<tuple<long long, long long, long long, int>> sides;
    while (n--) {
        long long x, y, u, v;
        if (scanf("%lld %lld %lld %lld", &x, &y, &u, &v) != 4) return 1;
        heights.push_back(y), heights.push_back(v);
        sides.push_back({x, y, v, 1}), sides.push_back({u, y, v, -1});
    }
    sort(heights.begin(), heights.end());
    heights.erase(unique(heights.begin(), heights.end()), heights.end());
    sort(sides.begin(), sides.end());
    vector<int> layers(heights.size(), 0);
    long long area = 0, before = 0;
    for (auto [x, y, v, change] : sides) {
        long long length = 0;
        for (size_t i = 0; i + 1 < heights.size() && x > before; i++)
            if (layers[i] >= 2) length += heights[i + 1] - heights[i];
        area += (x - before) * length, before = x;
        for (size_t i = 0; i + 1 < heights.size(); i++)
            if (y <= heights[i] && heights[i] < v) layers[i] += change;
    }
    printf("%lld\n", area);
}

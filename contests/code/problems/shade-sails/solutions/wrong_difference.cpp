// Subtracts the area covered at least once from the sum of all areas.
#include <algorithm>
#include <cstdio>
#include <tuple>
#include <vector>
using namespace std;

vector<long long> heights, once;
vector<int> count_at;

void hang(int node, int left, int right, int low, int high, int change) {
    if (high <= left || right <= low) return;
    if (low <= left && right <= high) count_at[node] += change;
    else {
        hang(2 * node, left, (left + right) / 2, low, high, change);
        hang(2 * node + 1, (left + right) / 2, right, low, high, change);
    }
    if (count_at[node] > 0) once[node] = heights[right] - heights[left];
    else once[node] = right - left == 1 ? 0 : once[2 * node] + once[2 * node + 1];
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<tuple<long long, long long, long long, int>> sides;
    unsigned long long sum = 0;
    while (n--) {
        long long x, y, u, v;
        if (scanf("%lld %lld %lld %lld", &x, &y, &u, &v) != 4) return 1;
        heights.push_back(y), heights.push_back(v);
        sides.push_back({x, y, v, 1}), sides.push_back({u, y, v, -1});
        sum += (unsigned long long)(u - x) * (v - y);
    }
    sort(heights.begin(), heights.end());
    heights.erase(unique(heights.begin(), heights.end()), heights.end());
    sort(sides.begin(), sides.end());
    int cells = int(heights.size()) - 1;
    once.assign(4 * cells, 0), count_at.assign(4 * cells, 0);
    unsigned long long area = 0;
    long long before = 0;
    for (auto [x, y, v, change] : sides) {
        area += (x - before) * once[1], before = x;
        int low = int(lower_bound(heights.begin(), heights.end(), y) - heights.begin());
        int high = int(lower_bound(heights.begin(), heights.end(), v) - heights.begin());
        hang(1, 0, cells, low, high, change);
    }
    printf("%llu\n", sum - area);
}

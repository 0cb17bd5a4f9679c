#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

struct Side {
    long long x;
    int low, high, change;
};

vector<long long> heights, once, twice;
vector<int> count_at;

void hang(int node, int left, int right, int low, int high, int change) {
    if (high <= left || right <= low) return;
    if (low <= left && right <= high) {
        count_at[node] += change;
    } else {
        int middle = (left + right) / 2;
        hang(2 * node, left, middle, low, high, change);
        hang(2 * node + 1, middle, right, low, high, change);
    }
    long long whole = heights[right] - heights[left];
    bool leaf = right - left == 1;
    long long below_once = leaf ? 0 : once[2 * node] + once[2 * node + 1];
    long long below_twice = leaf ? 0 : twice[2 * node] + twice[2 * node + 1];
    once[node] = count_at[node] > 0 ? whole : below_once;
    twice[node] = count_at[node] > 1 ? whole : count_at[node] == 1 ? below_once : below_twice;
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<long long> x(n), y(n), u(n), v(n);
    for (int i = 0; i < n; i++) {
        if (scanf("%lld %lld %lld %lld", &x[i], &y[i], &u[i], &v[i]) != 4) return 1;
        heights.push_back(y[i]);
        heights.push_back(v[i]);
    }
    sort(heights.begin(), heights.end());
    heights.erase(unique(heights.begin(), heights.end()), heights.end());
    auto index = [&](long long h) { return int(lower_bound(heights.begin(), heights.end(), h) - heights.begin()); };
    vector<Side> sides;
    for (int i = 0; i < n; i++) {
        int low = index(y[i]), high = index(v[i]);
        sides.push_back({x[i], low, high, 1});
        sides.push_back({u[i], low, high, -1});
    }
    sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.x < b.x; });
    int cells = int(heights.size()) - 1;
    once.assign(4 * cells, 0);
    twice.assign(4 * cells, 0);
    count_at.assign(4 * cells, 0);
    long long area = 0, before = 0;
    for (const Side& side : sides) {
        area += (side.x - before) * twice[1];
        before = side.x;
        hang(1, 0, cells, side.low, side.high, side.change);
    }
    printf("%lld\n", area);
}

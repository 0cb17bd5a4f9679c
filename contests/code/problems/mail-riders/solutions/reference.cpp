#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    vector<vector<pair<int, int>>> trails(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        trails[u].push_back({v, i});
        trails[v].push_back({u, i});
    }
    const int levels = 17;
    vector<vector<int>> up(levels, vector<int>(n + 1, 1));
    vector<int> depth(n + 1, 0), above(n + 1, 0), order{1};
    for (size_t head = 0; head < order.size(); head++) {
        int u = order[head];
        for (auto [v, trail] : trails[u]) {
            if (trail == above[u]) continue;
            above[v] = trail;
            depth[v] = depth[u] + 1;
            up[0][v] = u;
            order.push_back(v);
        }
    }
    for (int level = 1; level < levels; level++)
        for (int v = 1; v <= n; v++) up[level][v] = up[level - 1][up[level - 1][v]];
    auto common = [&](int u, int v) {
        if (depth[u] < depth[v]) swap(u, v);
        for (int level = 0; level < levels; level++)
            if ((depth[u] - depth[v]) >> level & 1) u = up[level][u];
        if (u == v) return u;
        for (int level = levels - 1; level >= 0; level--)
            if (up[level][u] != up[level][v]) u = up[level][u], v = up[level][v];
        return up[0][u];
    };
    vector<int> rides(n + 1, 0);
    for (int i = 0; i < q; i++) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        rides[u]++, rides[v]++, rides[common(u, v)] -= 2;
    }
    long long total = 0;
    vector<int> count(n, 0);
    for (int i = n - 1; i > 0; i--) {
        int v = order[i];
        count[above[v]] = rides[v];
        total += rides[v];
        rides[up[0][v]] += rides[v];
    }
    int best = int(max_element(count.begin() + 1, count.end()) - count.begin());
    printf("%d %d %lld\n", count[best], best, total);
}

// Subtracts one instead of two at the common ancestor.
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
    vector<int> depth(n + 1, 0), above(n + 1, 0), parent(n + 1, 0), order{1}, size(n + 1, 1), heavy(n + 1, 0), top(n + 1, 1);
    for (size_t head = 0; head < order.size(); head++)
        for (auto [v, trail] : trails[order[head]])
            if (trail != above[order[head]]) {
                above[v] = trail, depth[v] = depth[order[head]] + 1, parent[v] = order[head];
                order.push_back(v);
            }
    for (int i = n - 1; i > 0; i--) {
        int v = order[i], p = parent[v];
        size[p] += size[v];
        if (!heavy[p] || size[v] > size[heavy[p]]) heavy[p] = v;
    }
    for (int i = 1; i < n; i++) top[order[i]] = heavy[parent[order[i]]] == order[i] ? top[parent[order[i]]] : order[i];
    vector<int> rides(n + 1, 0), count(n, 0);
    while (q--) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        rides[u]++, rides[v]++;
        while (top[u] != top[v]) {
            if (depth[top[u]] < depth[top[v]]) swap(u, v);
            u = parent[top[u]];
        }
        rides[depth[u] < depth[v] ? u : v]--;
    }
    long long total = 0;
    for (int i = n - 1; i > 0; i--) {
        int v = order[i];
        count[above[v]] = rides[v], total += rides[v], rides[parent[v]] += rides[v];
    }
    int best = int(max_element(count.begin() + 1, count.end()) - count.begin());
    printf("%d %d %lld\n", count[best], best, total);
}

// Climbs step by step for every ride.
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
    vector<int> depth(n + 1, 0), above(n + 1, 0), parent(n + 1, 0), order{1}, count(n, 0);
    for (size_t head = 0; head < order.size(); head++)
        for (auto [v, trail] : trails[order[head]])
            if (trail != above[order[head]]) {
                above[v] = trail, depth[v] = depth[order[head]] + 1, parent[v] = order[head];
                order.push_back(v);
            }
    long long total = 0;
    while (q--) {
        int u, v;
        if (scanf("%d %d", &u, &v) != 2) return 1;
        while (u != v) {
            if (depth[u] < depth[v]) swap(u, v);
            count[above[u]]++, total++, u = parent[u];
        }
    }
    int best = 1;
    for (int i = 1; i < n; i++)
        if (count[i] > count[best]) best = i;
    printf("%d %d %lld\n", count[best], best, total);
}

// How often paths use each edge of a tree: +1 at both ends, -2 at the common ancestor, sums over subtrees.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, q;
    cin >> n >> q;
    const int LOG = 17;
    vector<vector<pair<int, int>>> near(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v;
        cin >> u >> v;
        near[u].push_back({v, i});
        near[v].push_back({u, i});
    }
    vector<int> depth(n + 1), edge(n + 1), order;
    vector<vector<int>> up(LOG, vector<int>(n + 1, 1));
    vector<bool> seen(n + 1);
    order.push_back(1);
    seen[1] = true;
    for (int at = 0; at < (int)order.size(); at++) {
        int u = order[at];
        for (auto &next : near[u]) {
            int v = next.first;
            if (seen[v]) continue;
            seen[v] = true;
            up[0][v] = u;
            depth[v] = depth[u] + 1;
            edge[v] = next.second;
            order.push_back(v);
        }
    }
    for (int j = 1; j < LOG; j++)
        for (int v = 1; v <= n; v++) up[j][v] = up[j - 1][up[j - 1][v]];
    vector<long long> count(n + 1);
    for (int i = 0; i < q; i++) {
        int u, v;
        cin >> u >> v;
        count[u]++;
        count[v]++;
        if (depth[u] < depth[v]) swap(u, v);
        for (int j = LOG - 1; j >= 0; j--)
            if (depth[u] - (1 << j) >= depth[v]) u = up[j][u];
        for (int j = LOG - 1; j >= 0; j--)
            if (up[j][u] != up[j][v]) u = up[j][u], v = up[j][v];
        count[u == v ? u : up[0][u]] -= 2;
    }
    long long most = -1, total = 0;
    int which = 0;
    for (int at = n - 1; at > 0; at--) {
        int v = order[at];
        count[up[0][v]] += count[v];
        total += count[v];
        if (count[v] > most || (count[v] == most && edge[v] < which)) most = count[v], which = edge[v];
    }
    cout << most << " " << which << " " << total << "\n";
}

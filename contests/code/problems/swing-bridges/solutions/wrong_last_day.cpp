// Closes each bridge on the morning of its last day.
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

vector<vector<pair<int, int>>> bridges;
vector<int> parent, size_of;
long long pairs = 0;

int find(int x) { return parent[x] == x ? x : find(parent[x]); }

void hang(int node, int left, int right, int s, int e, pair<int, int> bridge) {
    if (e <= left || right <= s) return;
    if (s <= left && right <= e) {
        bridges[node].push_back(bridge);
        return;
    }
    hang(2 * node, left, (left + right) / 2, s, e, bridge);
    hang(2 * node + 1, (left + right) / 2, right, s, e, bridge);
}

void walk(int node, int left, int right) {
    vector<int> joined;
    long long before = pairs;
    for (auto [u, v] : bridges[node]) {
        u = find(u), v = find(v);
        if (u == v) continue;
        if (size_of[u] < size_of[v]) swap(u, v);
        pairs += 1LL * size_of[u] * size_of[v];
        parent[v] = u, size_of[u] += size_of[v];
        joined.push_back(v);
    }
    if (right - left == 1) printf("%lld\n", pairs);
    else walk(2 * node, left, (left + right) / 2), walk(2 * node + 1, (left + right) / 2, right);
    pairs = before;
    for (; !joined.empty(); joined.pop_back()) {
        int v = joined.back();
        size_of[parent[v]] -= size_of[v], parent[v] = v;
    }
}

int main() {
    int n, m, t;
    if (scanf("%d %d %d", &n, &m, &t) != 3) return 1;
    bridges.resize(4 * t);
    size_of.assign(n + 1, 1);
    for (int i = 0; i <= n; i++) parent.push_back(i);
    while (m--) {
        int u, v, s, e;
        if (scanf("%d %d %d %d", &u, &v, &s, &e) != 4) return 1;
        hang(1, 0, t, s - 1, e - 1, {u, v});
    }
    walk(1, 0, t);
}

// Joins when a bridge opens and never parts again.
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

vector<int> parent;

int find(int x) {
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
}

int main() {
    int n, m, t;
    if (scanf("%d %d %d", &n, &m, &t) != 3) return 1;
    vector<vector<pair<int, int>>> opens(t + 1);
    vector<long long> size(n + 1, 1);
    for (int i = 0; i <= n; i++) parent.push_back(i);
    while (m--) {
        int u, v, s, e;
        if (scanf("%d %d %d %d", &u, &v, &s, &e) != 4) return 1;
        opens[s].push_back({u, v});
    }
    long long pairs = 0;
    for (int day = 1; day <= t; day++) {
        for (auto [u, v] : opens[day]) {
            u = find(u), v = find(v);
            if (u != v) pairs += size[u] * size[v], parent[v] = u, size[u] += size[v];
        }
        printf("%lld\n", pairs);
    }
}

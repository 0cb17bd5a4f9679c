#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int n, m, t;
vector<vector<pair<int, int>>> bridges;  // by node of the segment tree over days
vector<int> parent, size_of, undo;
vector<long long> answer;
long long pairs = 0;

int find(int x) {
    while (parent[x] != x) x = parent[x];
    return x;
}

void join(int u, int v) {
    u = find(u), v = find(v);
    if (u == v) return;
    if (size_of[u] < size_of[v]) swap(u, v);
    pairs += 1LL * size_of[u] * size_of[v];
    parent[v] = u;
    size_of[u] += size_of[v];
    undo.push_back(v);
}

void roll_back(size_t size) {
    while (undo.size() > size) {
        int v = undo.back(), u = parent[v];
        undo.pop_back();
        size_of[u] -= size_of[v];
        parent[v] = v;
        pairs -= 1LL * size_of[u] * size_of[v];
    }
}

void hang(int node, int left, int right, int s, int e, pair<int, int> bridge) {
    if (e <= left || right <= s) return;
    if (s <= left && right <= e) {
        bridges[node].push_back(bridge);
        return;
    }
    int middle = (left + right) / 2;
    hang(2 * node, left, middle, s, e, bridge);
    hang(2 * node + 1, middle, right, s, e, bridge);
}

void walk(int node, int left, int right) {
    size_t size = undo.size();
    for (auto [u, v] : bridges[node]) join(u, v);
    if (right - left == 1) {
        answer[left] = pairs;
    } else {
        int middle = (left + right) / 2;
        walk(2 * node, left, middle);
        walk(2 * node + 1, middle, right);
    }
    roll_back(size);
}

int main() {
    if (scanf("%d %d %d", &n, &m, &t) != 3) return 1;
    bridges.resize(4 * t);
    answer.resize(t);
    size_of.assign(n + 1, 1);
    for (int i = 0; i <= n; i++) parent.push_back(i);
    for (int i = 0; i < m; i++) {
        int u, v, s, e;
        if (scanf("%d %d %d %d", &u, &v, &s, &e) != 4) return 1;
        hang(1, 0, t, s - 1, e, {u, v});
    }
    walk(1, 0, t);
    for (long long value : answer) printf("%lld\n", value);
}

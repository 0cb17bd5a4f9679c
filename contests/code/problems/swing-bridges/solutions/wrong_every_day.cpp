// Builds the groups anew for each day.
#include <cstdio>
#include <numeric>
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
    vector<int> u(m), v(m), s(m), e(m);
    for (int i = 0; i < m; i++)
        if (scanf("%d %d %d %d", &u[i], &v[i], &s[i], &e[i]) != 4) return 1;
    parent.resize(n + 1);
    for (int day = 1; day <= t; day++) {
        iota(parent.begin(), parent.end(), 0);
        vector<long long> size(n + 1, 1);
        long long pairs = 0;
        for (int i = 0; i < m; i++) {
            if (day < s[i] || day > e[i]) continue;
            int a = find(u[i]), b = find(v[i]);
            if (a != b) pairs += size[a] * size[b], parent[b] = a, size[a] += size[b];
        }
        printf("%lld\n", pairs);
    }
}

// Looks at all villages above.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<long long> fee(n + 1), rate(n + 1), length(n + 1, 0), cost(n + 1, 0);
    vector<int> parent(n + 1, 0), order{1};
    for (int i = 1; i <= n; i++)
        if (scanf("%lld %lld", &fee[i], &rate[i]) != 2) return 1;
    vector<vector<int>> below(n + 1);
    for (int i = 2; i <= n; i++) {
        if (scanf("%d %lld", &parent[i], &length[i]) != 2) return 1;
        below[parent[i]].push_back(i);
    }
    for (size_t head = 0; head < order.size(); head++)
        for (int v : below[order[head]]) {
            long long far = 0, best = 4000000000000000000LL;
            for (int u = v; u != 1; u = parent[u]) {
                far += length[u];
                best = min(best, cost[parent[u]] + fee[parent[u]] + rate[parent[u]] * far);
            }
            cost[v] = best;
            order.push_back(v);
        }
    for (int i = 2; i <= n; i++) printf("%lld\n", cost[i]);
}

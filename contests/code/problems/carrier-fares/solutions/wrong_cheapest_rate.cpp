// Changes the carrier as soon as a lower rate is offered.
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<long long> fee(n + 1), rate(n + 1), cost(n + 1, 0), current(n + 1, 0);
    for (int i = 1; i <= n; i++)
        if (scanf("%lld %lld", &fee[i], &rate[i]) != 2) return 1;
    vector<vector<pair<int, int>>> roads(n + 1);
    for (int i = 2; i <= n; i++) {
        int p, d;
        if (scanf("%d %d", &p, &d) != 2) return 1;
        roads[p].push_back({i, d});
    }
    vector<int> stack{1};
    current[1] = rate[1];
    long long first = fee[1];
    while (!stack.empty()) {
        int u = stack.back();
        stack.pop_back();
        for (auto [v, d] : roads[u]) {
            bool change = u != 1 && rate[u] < current[u];
            current[v] = change ? rate[u] : current[u];
            cost[v] = cost[u] + current[v] * d + (change ? fee[u] : 0);
            stack.push_back(v);
        }
    }
    for (int i = 2; i <= n; i++) printf("%lld\n", cost[i] + first);
}

// Demands that all vouchers are used.
#include <cstdio>
#include <functional>
#include <queue>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n, m, k;
    if (scanf("%d %d %d", &n, &m, &k) != 3) return 1;
    vector<vector<pair<int, int>>> roads(n);
    for (int i = 0; i < m; i++) {
        int u, v, t;
        if (scanf("%d %d %d", &u, &v, &t) != 3) return 1;
        roads[u - 1].push_back({v - 1, t});
        roads[v - 1].push_back({u - 1, t});
    }
    const long long far = 1LL << 60;
    vector<long long> best(size_t(n) * (k + 1), far);
    priority_queue<pair<long long, int>, vector<pair<long long, int>>, greater<pair<long long, int>>> heap;
    best[0] = 0;
    heap.push({0, 0});
    while (!heap.empty()) {
        auto [minutes, state] = heap.top();
        heap.pop();
        if (minutes > best[state]) continue;
        int used = state / n;
        for (auto [next, t] : roads[state % n])
            for (int more = 0; more < 2 && used + more <= k; more++) {
                long long arrival = minutes + (more ? t / 2 : t);
                int target = (used + more) * n + next;
                if (arrival < best[target]) best[target] = arrival, heap.push({arrival, target});
            }
    }
    long long answer = best[size_t(k) * n + n - 1];
    printf("%lld\n", answer == far ? -1 : answer);
}

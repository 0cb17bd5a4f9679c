// Finds the ordinary shortest way, then uses the vouchers on its longest roads.
#include <algorithm>
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
    vector<long long> best(n, far);
    vector<pair<int, int>> before(n, {-1, 0});
    priority_queue<pair<long long, int>, vector<pair<long long, int>>, greater<pair<long long, int>>> heap;
    best[0] = 0;
    heap.push({0, 0});
    while (!heap.empty()) {
        auto [minutes, town] = heap.top();
        heap.pop();
        if (minutes > best[town]) continue;
        for (auto [next, t] : roads[town])
            if (minutes + t < best[next]) {
                best[next] = minutes + t;
                before[next] = {town, t};
                heap.push({best[next], next});
            }
    }
    if (best[n - 1] == far) {
        printf("-1\n");
        return 0;
    }
    vector<int> way;
    for (int town = n - 1; town != 0; town = before[town].first) way.push_back(before[town].second);
    sort(way.rbegin(), way.rend());
    long long answer = best[n - 1];
    for (int i = 0; i < k && i < int(way.size()); i++) answer -= way[i] - way[i] / 2;
    printf("%lld\n", answer);
}

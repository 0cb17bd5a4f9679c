// Keeps times in 32 bits.
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
    const unsigned far = 4000000000u;
    vector<unsigned> best(size_t(n) * (k + 1), far);
    priority_queue<pair<unsigned, int>, vector<pair<unsigned, int>>, greater<pair<unsigned, int>>> heap;
    best[0] = 0;
    heap.push({0, 0});
    while (!heap.empty()) {
        auto [minutes, state] = heap.top();
        heap.pop();
        if (minutes > best[state]) continue;
        int used = state / n;
        for (auto [next, t] : roads[state % n])
            for (int more = 0; more < 2 && used + more <= k; more++) {
                unsigned arrival = min(far - 1, minutes + unsigned(more ? t / 2 : t));
                int target = (used + more) * n + next;
                if (arrival < best[target]) best[target] = arrival, heap.push({arrival, target});
            }
    }
    unsigned answer = far;
    for (int used = 0; used <= k; used++) answer = min(answer, best[used * n + n - 1]);
    if (answer == far) printf("-1\n");
    else printf("%u\n", answer);
}

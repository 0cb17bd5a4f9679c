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
    vector<long long> best(size_t(n) * (k + 1), far);  // state: vouchers used times n, plus town
    using Entry = pair<long long, int>;
    priority_queue<Entry, vector<Entry>, greater<Entry>> heap;
    auto reach = [&](int state, long long minutes) {
        if (minutes >= best[state]) return;
        best[state] = minutes;
        heap.push({minutes, state});
    };
    reach(0, 0);
    while (!heap.empty()) {
        auto [minutes, state] = heap.top();
        heap.pop();
        if (minutes > best[state]) continue;
        int used = state / n, town = state % n;
        for (auto [next, t] : roads[town]) {
            reach(used * n + next, minutes + t);
            if (used < k) reach((used + 1) * n + next, minutes + t / 2);
        }
    }
    long long answer = far;
    for (int used = 0; used <= k; used++) answer = min(answer, best[used * n + n - 1]);
    printf("%lld\n", answer == far ? -1 : answer);
}

// Looks through all states for the nearest one.
#include <algorithm>
#include <cstdio>
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
    int states = n * (k + 1);
    vector<long long> best(states, far);
    vector<char> done(states, 0);
    best[0] = 0;
    while (true) {
        int state = -1;
        for (int s = 0; s < states; s++)
            if (!done[s] && best[s] < far && (state < 0 || best[s] < best[state])) state = s;
        if (state < 0) break;
        done[state] = 1;
        int used = state / n;
        for (auto [next, t] : roads[state % n]) {
            best[used * n + next] = min(best[used * n + next], best[state] + t);
            if (used < k) best[(used + 1) * n + next] = min(best[(used + 1) * n + next], best[state] + t / 2);
        }
    }
    long long answer = far;
    for (int used = 0; used <= k; used++) answer = min(answer, best[used * n + n - 1]);
    printf("%lld\n", answer == far ? -1 : answer);
}

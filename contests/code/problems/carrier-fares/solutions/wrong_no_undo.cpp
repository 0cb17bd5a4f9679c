// Never takes lines back: carriers of other branches seem to be on the way.
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

struct Line {
    long long slope = 0, base = 4000000000000000000LL;
    long long at(long long x) const { return slope * x + base; }
};

vector<Line> node(1 << 22);

void insert(Line line, int at, long long left, long long right) {
    if (at >= int(node.size())) return;
    long long middle = (left + right) / 2;
    if (line.at(middle) < node[at].at(middle)) swap(line, node[at]);
    if (right - left <= 1) return;
    if (line.at(left) < node[at].at(left)) insert(line, 2 * at, left, middle);
    else if (line.at(right) < node[at].at(right)) insert(line, 2 * at + 1, middle, right);
}

long long smallest(long long x, int at, long long left, long long right) {
    if (at >= int(node.size())) return 4000000000000000000LL;
    long long middle = (left + right) / 2, here = node[at].at(x);
    if (right - left <= 1) return here;
    return min(here, x < middle ? smallest(x, 2 * at, left, middle) : smallest(x, 2 * at + 1, middle, right));
}

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<long long> fee(n + 1), rate(n + 1), distance(n + 1, 0), cost(n + 1, 0);
    for (int i = 1; i <= n; i++)
        if (scanf("%lld %lld", &fee[i], &rate[i]) != 2) return 1;
    vector<vector<pair<int, int>>> roads(n + 1);
    for (int i = 2; i <= n; i++) {
        int p, d;
        if (scanf("%d %d", &p, &d) != 2) return 1;
        roads[p].push_back({i, d});
    }
    vector<int> stack{1};
    while (!stack.empty()) {
        int u = stack.back();
        stack.pop_back();
        if (u != 1) cost[u] = smallest(distance[u], 1, 0, 1 << 20);
        insert({rate[u], cost[u] + fee[u] - rate[u] * distance[u]}, 1, 0, 1 << 20);
        for (auto [v, d] : roads[u]) distance[v] = distance[u] + d, stack.push_back(v);
    }
    for (int i = 2; i <= n; i++) printf("%lld\n", cost[i]);
}

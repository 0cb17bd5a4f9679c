#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

struct Line {
    long long slope = 0, base = 4000000000000000000LL;  // the default is never the smallest
    long long at(long long x) const { return slope * x + base; }
};

struct LiChao {
    vector<long long> xs;
    vector<Line> node;
    vector<pair<int, Line>> undo;

    explicit LiChao(vector<long long> places) : xs(move(places)), node(4 * xs.size()) {}

    void insert(Line line) {
        int at = 1, left = 0, right = int(xs.size());
        while (true) {
            int middle = (left + right) / 2;
            bool better_left = line.at(xs[left]) < node[at].at(xs[left]);
            if (line.at(xs[middle]) < node[at].at(xs[middle])) {
                undo.push_back({at, node[at]});
                swap(line, node[at]);
                better_left = line.at(xs[left]) < node[at].at(xs[left]);
            }
            if (right - left == 1) return;
            if (better_left) right = middle, at = 2 * at;
            else left = middle, at = 2 * at + 1;
        }
    }

    long long smallest(long long x) const {
        int at = 1, left = 0, right = int(xs.size());
        long long best = node[at].at(x);
        while (right - left > 1) {
            int middle = (left + right) / 2;
            if (x < xs[middle]) right = middle, at = 2 * at;
            else left = middle, at = 2 * at + 1;
            best = min(best, node[at].at(x));
        }
        return best;
    }

    void roll_back(size_t size) {
        while (undo.size() > size) {
            node[undo.back().first] = undo.back().second;
            undo.pop_back();
        }
    }
};

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
    vector<int> order{1};
    for (size_t head = 0; head < order.size(); head++)
        for (auto [v, d] : roads[order[head]]) {
            distance[v] = distance[order[head]] + d;
            order.push_back(v);
        }
    vector<long long> xs(distance.begin() + 1, distance.end());
    sort(xs.begin(), xs.end());
    xs.erase(unique(xs.begin(), xs.end()), xs.end());
    LiChao lines(xs);
    vector<pair<int, size_t>> stack{{1, 0}};  // village, and size of the undo stack; minus means leaving
    while (!stack.empty()) {
        auto [u, size] = stack.back();
        stack.pop_back();
        if (u < 0) {
            lines.roll_back(size);
            continue;
        }
        if (u != 1) cost[u] = lines.smallest(distance[u]);
        stack.push_back({-u, lines.undo.size()});
        lines.insert({rate[u], cost[u] + fee[u] - rate[u] * distance[u]});
        for (auto [v, d] : roads[u]) stack.push_back({v, 0});
    }
    for (int i = 2; i <= n; i++) printf("%lld\n", cost[i]);
}

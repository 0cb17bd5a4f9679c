#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

vector<pair<int, int>> performances;  // village, and number of villages plus day
vector<int> stage, compact;           // compact: number of a vertex within the current call, or -1

// Splits the edges into two lists that are balanced at every vertex.
void halve(const vector<int>& edges, vector<int>& first, vector<int>& second) {
    vector<pair<int, int>> ends;
    vector<int> side{0, 1};  // vertices 0 and 1 are the added ones of the two sides
    vector<int> seen;
    auto vertex = [&](int original, int which) {
        if (compact[original] < 0) {
            compact[original] = int(side.size());
            side.push_back(which);
            seen.push_back(original);
        }
        return compact[original];
    };
    for (int e : edges) {
        int village = vertex(performances[e].first, 0);
        ends.push_back({village, vertex(performances[e].second, 1)});
    }
    for (int original : seen) compact[original] = -1;
    vector<int> degree(side.size(), 0);
    for (auto [a, b] : ends) degree[a]++, degree[b]++;
    for (int u = 2; u < int(side.size()); u++)
        if (degree[u] % 2) {
            int other = 1 - side[u];
            ends.push_back(side[u] == 0 ? make_pair(u, other) : make_pair(other, u));
            degree[u]++, degree[other]++;
        }
    if (degree[0] % 2) ends.push_back({0, 1}), degree[0]++, degree[1]++;
    vector<int> start(side.size() + 1, 0);
    for (size_t u = 0; u < side.size(); u++) start[u + 1] = start[u] + degree[u];
    vector<int> incident(start.back()), next(start.begin(), start.end() - 1);
    for (int e = 0; e < int(ends.size()); e++) {
        incident[next[ends[e].first]++] = e;
        incident[next[ends[e].second]++] = e;
    }
    next.assign(start.begin(), start.end() - 1);
    vector<char> used(ends.size(), 0);
    for (int u = 0; u < int(side.size()); u++) {
        int at = u;
        bool colour = false;
        while (true) {  // closed walks; each has even length because the graph is bipartite
            while (next[at] < start[at + 1] && used[incident[next[at]]]) next[at]++;
            if (next[at] == start[at + 1]) break;
            int e = incident[next[at]++];
            used[e] = 1;
            if (e < int(edges.size())) (colour ? second : first).push_back(edges[e]);
            colour = !colour;
            at = ends[e].first == at ? ends[e].second : ends[e].first;
        }
    }
}

void assign_stages(const vector<int>& edges, int low, int count) {
    if (count == 1 || edges.empty()) {
        for (int e : edges) stage[e] = low;
        return;
    }
    vector<int> first, second;
    halve(edges, first, second);
    assign_stages(first, low, count / 2);
    assign_stages(second, low + count / 2, count / 2);
}

int main() {
    int v, d, m, k;
    if (scanf("%d %d %d %d", &v, &d, &m, &k) != 4) return 1;
    vector<int> edges;
    for (int i = 0; i < m; i++) {
        int a, b;
        if (scanf("%d %d", &a, &b) != 2) return 1;
        performances.push_back({a - 1, v + b - 1});
        edges.push_back(i);
    }
    stage.assign(m, 0);
    compact.assign(v + d, -1);
    assign_stages(edges, 1, k);
    for (int s : stage) printf("%d\n", s);
}

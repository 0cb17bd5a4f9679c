// The right idea, but looks through all performances of a vertex from the beginning at each step.
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int v, d, m, k;
    if (scanf("%d %d %d %d", &v, &d, &m, &k) != 4) return 1;
    vector<pair<int, int>> given(m);
    for (auto& [a, b] : given) {
        if (scanf("%d %d", &a, &b) != 2) return 1;
        a--, b += v - 1;
    }
    vector<int> stage(m, 0);
    for (int count = k, low = v + d; count > 1; count /= 2) {
        for (int part = 0; part < k; part += count) {
            vector<pair<int, int>> ends;
            vector<int> number;
            vector<vector<int>> incident(v + d + 2);
            for (int i = 0; i < m; i++)
                if (stage[i] == part) ends.push_back(given[i]), number.push_back(i);
            int real = int(ends.size());
            for (int e = 0; e < real; e++) incident[ends[e].first].push_back(e), incident[ends[e].second].push_back(e);
            auto add = [&](int a, int b) {
                incident[a].push_back(int(ends.size())), incident[b].push_back(int(ends.size()));
                ends.push_back({a, b});
            };
            for (int u = 0; u < v + d; u++)
                if (incident[u].size() % 2) add(u, u < v ? low + 1 : low);
            if (incident[low].size() % 2) add(low, low + 1);
            vector<char> used(ends.size(), 0);
            for (int u = 0; u < v + d + 2; u++) {
                int at = u, colour = 0;
                while (true) {
                    int found = -1;
                    for (int e : incident[at])
                        if (!used[e]) {
                            found = e;
                            break;
                        }
                    if (found < 0) break;
                    used[found] = 1;
                    if (found < real && colour) stage[number[found]] = part + count / 2;
                    colour = 1 - colour;
                    at = ends[found].first == at ? ends[found].second : ends[found].first;
                }
            }
        }
    }
    for (int s : stage) printf("%d\n", s + 1);
}

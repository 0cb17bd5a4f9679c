// Halves once by alternating along walks, then deals out in turn within each half.
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int v, d, m, k;
    if (scanf("%d %d %d %d", &v, &d, &m, &k) != 4) return 1;
    vector<pair<int, int>> ends(m);
    vector<vector<int>> incident(v + d);
    for (int i = 0; i < m; i++) {
        int a, b;
        if (scanf("%d %d", &a, &b) != 2) return 1;
        ends[i] = {a - 1, v + b - 1};
        incident[a - 1].push_back(i), incident[v + b - 1].push_back(i);
    }
    vector<char> used(m, 0);
    vector<int> half(m, 0), next(v + d, 0), count(2 * v, 0);
    for (int u = 0; u < v + d; u++) {
        int at = u, colour = 0;
        while (true) {
            while (next[at] < int(incident[at].size()) && used[incident[at][next[at]]]) next[at]++;
            if (next[at] == int(incident[at].size())) break;
            int e = incident[at][next[at]];
            used[e] = 1, half[e] = colour, colour = 1 - colour;
            at = ends[e].first == at ? ends[e].second : ends[e].first;
        }
    }
    for (int i = 0; i < m; i++) printf("%d\n", half[i] * (k / 2) + count[2 * ends[i].first + half[i]]++ % (k / 2) + 1);
}

// Adds up in 32 bits.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, k;
    unsigned c;
    if (scanf("%d %d %u", &n, &k, &c) != 3) return 1;
    vector<unsigned> time[2], best[2];
    for (auto& canal : time) {
        canal.resize(n);
        for (unsigned& t : canal)
            if (scanf("%u", &t) != 1) return 1;
    }
    for (auto& row : best) row.assign(k + 1, 4000000000u), row[0] = 0;
    for (int i = 0; i < n; i++)
        for (int changes = k; changes >= 0; changes--) {
            unsigned north = best[0][changes], south = best[1][changes];
            if (i > 0 && changes > 0) {
                north = min(north, best[1][changes - 1] + c);
                south = min(south, best[0][changes - 1] + c);
            }
            best[0][changes] = min(4000000000u, north + time[0][i]);
            best[1][changes] = min(4000000000u, south + time[1][i]);
        }
    printf("%u\n", min(*min_element(best[0].begin(), best[0].end()), *min_element(best[1].begin(), best[1].end())));
}

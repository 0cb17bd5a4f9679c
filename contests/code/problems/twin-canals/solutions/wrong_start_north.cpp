// Always begins on the northern canal.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, k;
    long long c;
    if (scanf("%d %d %lld", &n, &k, &c) != 3) return 1;
    vector<long long> time[2], best[2];
    for (auto& canal : time) {
        canal.resize(n);
        for (long long& t : canal)
            if (scanf("%lld", &t) != 1) return 1;
    }
    for (auto& row : best) row.assign(k + 1, 1LL << 60);
    best[0][0] = 0;
    for (int i = 0; i < n; i++)
        for (int changes = k; changes >= 0; changes--) {
            long long north = best[0][changes], south = best[1][changes];
            if (i > 0 && changes > 0) {
                north = min(north, best[1][changes - 1] + c);
                south = min(south, best[0][changes - 1] + c);
            }
            best[0][changes] = north + time[0][i];
            best[1][changes] = south + time[1][i];
        }
    printf("%lld\n", min(*min_element(best[0].begin(), best[0].end()), *min_element(best[1].begin(), best[1].end())));
}

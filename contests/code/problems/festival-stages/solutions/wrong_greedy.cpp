// Gives each performance the stage that is emptiest for its village and day together.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int v, d, m, k, a, b;
    if (scanf("%d %d %d %d", &v, &d, &m, &k) != 4) return 1;
    vector<vector<int>> village(v + 1), day(d + 1);
    while (m-- && scanf("%d %d", &a, &b) == 2) {
        village[a].resize(k), day[b].resize(k);
        int best = 0;
        for (int s = 1; s < k; s++)
            if (village[a][s] + day[b][s] < village[a][best] + day[b][best]) best = s;
        village[a][best]++, day[b][best]++;
        printf("%d\n", best + 1);
    }
}

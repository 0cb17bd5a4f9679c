// Goes round by round through all pieces and looks for one that may be done.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    vector<vector<int>> before(n + 1);
    for (int i = 0; i < m; i++) {
        int x, y;
        if (scanf("%d %d", &x, &y) != 2) return 1;
        before[y].push_back(x);
    }
    vector<char> done(n + 1, 0);
    vector<int> order;
    bool more = true;
    while (more) {
        more = false;
        for (int x = 1; x <= n; x++) {
            if (done[x]) continue;
            bool ready = true;
            for (int y : before[x]) ready = ready && done[y];
            if (ready) done[x] = 1, order.push_back(x), more = true;
        }
    }
    if (int(order.size()) == n) {
        printf("ORDER\n");
        for (int x : order) printf("%d ", x);
        return 0;
    }
    int x = 1;
    while (done[x]) x++;
    vector<int> step(n + 1, -1), walk;
    while (step[x] < 0) {
        step[x] = int(walk.size());
        walk.push_back(x);
        for (int y : before[x])
            if (!done[y]) {
                x = y;
                break;
            }
    }
    printf("CIRCLE\n%zu\n", walk.size() - step[x]);
    for (int i = int(walk.size()) - 1; i >= step[x]; i--) printf("%d ", walk[i]);
}

// Takes every piece that it meets twice for a circle.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

vector<vector<int>> after;
vector<int> seen, path, order, circle;

void visit(int x) {
    seen[x] = 1;
    path.push_back(x);
    for (int y : after[x]) {
        if (!circle.empty()) return;
        if (seen[y]) {
            auto from = find(path.begin(), path.end(), y);
            circle.assign(from == path.end() ? path.begin() : from, path.end());
        } else visit(y);
    }
    path.pop_back();
    order.push_back(x);
}

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    after.resize(n + 1);
    seen.assign(n + 1, 0);
    for (int i = 0; i < m; i++) {
        int x, y;
        if (scanf("%d %d", &x, &y) != 2) return 1;
        after[x].push_back(y);
    }
    for (int x = 1; x <= n && circle.empty(); x++)
        if (!seen[x]) visit(x);
    if (circle.empty()) {
        printf("ORDER\n");
        reverse(order.begin(), order.end());
        for (int x : order) printf("%d ", x);
    } else {
        printf("CIRCLE\n%zu\n", circle.size());
        for (int x : circle) printf("%d ", x);
    }
}

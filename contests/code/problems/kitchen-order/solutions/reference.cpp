#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

void print(const vector<int>& numbers) {
    for (int x : numbers) printf("%d ", x);
    printf("\n");
}

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    vector<vector<int>> after(n + 1), before(n + 1);
    vector<int> waits(n + 1, 0), order;
    for (int i = 0; i < m; i++) {
        int x, y;
        if (scanf("%d %d", &x, &y) != 2) return 1;
        after[x].push_back(y);
        before[y].push_back(x);
        waits[y]++;
    }
    for (int x = 1; x <= n; x++)
        if (waits[x] == 0) order.push_back(x);
    for (size_t head = 0; head < order.size(); head++)
        for (int y : after[order[head]])
            if (--waits[y] == 0) order.push_back(y);
    if (int(order.size()) == n) {
        printf("ORDER\n");
        print(order);
        return 0;
    }
    int x = 1;
    while (waits[x] == 0) x++;
    vector<int> step(n + 1, -1), walk;
    while (step[x] < 0) {
        step[x] = int(walk.size());
        walk.push_back(x);
        for (int earlier : before[x])
            if (waits[earlier] > 0) {
                x = earlier;
                break;
            }
    }
    vector<int> circle(walk.begin() + step[x], walk.end());
    reverse(circle.begin(), circle.end());
    printf("CIRCLE\n%zu\n", circle.size());
    print(circle);
}

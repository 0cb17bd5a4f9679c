// Adds up the area in 32 bits, on a grid of elementary cells.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<int> x(n), y(n), u(n), v(n), xs, ys;
    for (int i = 0; i < n; i++) {
        if (scanf("%d %d %d %d", &x[i], &y[i], &u[i], &v[i]) != 4) return 1;
        xs.push_back(x[i]), xs.push_back(u[i]), ys.push_back(y[i]), ys.push_back(v[i]);
    }
    sort(xs.begin(), xs.end()), xs.erase(unique(xs.begin(), xs.end()), xs.end());
    sort(ys.begin(), ys.end()), ys.erase(unique(ys.begin(), ys.end()), ys.end());
    unsigned area = 0;
    for (size_t a = 0; a + 1 < xs.size(); a++)
        for (size_t b = 0; b + 1 < ys.size(); b++) {
            int layers = 0;
            for (int i = 0; i < n; i++) layers += x[i] <= xs[a] && xs[a] < u[i] && y[i] <= ys[b] && ys[b] < v[i];
            if (layers >= 2) area += unsigned(xs[a + 1] - xs[a]) * unsigned(ys[b + 1] - ys[b]);
        }
    printf("%u\n", area);
}

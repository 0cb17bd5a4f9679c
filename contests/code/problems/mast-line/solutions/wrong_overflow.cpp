// Squares in 32 bits.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<pair<int, int>> points(n);
    for (auto& [x, y] : points)
        if (scanf("%d %d", &x, &y) != 2) return 1;
    unsigned best = 0;
    for (int i = 0; i < min(n, 3000); i++)
        for (int j = 0; j < i; j++) {
            unsigned x = unsigned(points[i].first) - unsigned(points[j].first);
            unsigned y = unsigned(points[i].second) - unsigned(points[j].second);
            best = max(best, x * x + y * y);
        }
    printf("%.9f\n", sqrt(double(best)));
}

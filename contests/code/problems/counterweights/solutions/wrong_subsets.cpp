// Tries all choices, cutting off those that are heavy enough.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int n, w, best = 1 << 30;
vector<int> mass;

void choose(int i, int load) {
    if (load >= w) {
        best = min(best, load);
        return;
    }
    if (i == n || best == w) return;
    choose(i + 1, load + mass[i]);
    choose(i + 1, load);
}

int main() {
    if (scanf("%d %d", &n, &w) != 2) return 1;
    mass.resize(n);
    for (int& m : mass)
        if (scanf("%d", &m) != 1) return 1;
    choose(0, 0);
    printf("%d\n", best == 1 << 30 ? -1 : best);
}

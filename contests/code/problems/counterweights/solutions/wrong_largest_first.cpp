// Takes heavy blocks as long as they stay below the target, then the lightest that reaches it.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
using namespace std;

int main() {
    int n, w;
    if (scanf("%d %d", &n, &w) != 2) return 1;
    vector<int> mass(n), left;
    for (int& m : mass)
        if (scanf("%d", &m) != 1) return 1;
    sort(mass.begin(), mass.end(), greater<int>());
    int load = 0;
    for (int m : mass) {
        if (load + m <= w) load += m;
        else left.push_back(m);
    }
    if (load < w && left.empty()) load = -1;
    else if (load < w) load += left.back();
    printf("%d\n", load);
}

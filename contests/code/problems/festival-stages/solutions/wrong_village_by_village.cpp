// Deals out the stages in turn within each village and forgets the days.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int v, d, m, k, a, b;
    if (scanf("%d %d %d %d", &v, &d, &m, &k) != 4) return 1;
    vector<int> count(v + 1, 0);
    while (m-- && scanf("%d %d", &a, &b) == 2) printf("%d\n", count[a]++ % k + 1);
}

// Tries every way without remembering anything.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int n, k;
long long c;
vector<long long> cost[2];

long long best(int i, int lane, int left) {
    if (i == n) return 0;
    long long stay = best(i + 1, lane, left);
    if (left > 0) stay = min(stay, best(i + 1, 1 - lane, left - 1) + (i + 1 < n ? c : 0));
    return stay + cost[lane][i];
}

int main() {
    if (scanf("%d %d %lld", &n, &k, &c) != 3) return 1;
    for (auto& canal : cost) {
        canal.resize(n);
        for (long long& t : canal)
            if (scanf("%lld", &t) != 1) return 1;
    }
    printf("%lld\n", min(best(0, 0, k), best(0, 1, k)));
}

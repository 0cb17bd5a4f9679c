// The table over prefixes and cartridges.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<long long> sum(n + 1, 0);
    for (int i = 1; i <= n; i++) {
        if (scanf("%lld", &sum[i]) != 1) return 1;
        sum[i] += sum[i - 1];
    }
    vector<long long> best(sum), next(n + 1);
    for (int parts = 2; parts <= k; parts++) {
        next[0] = 0;
        for (int i = 1; i <= n; i++) {
            next[i] = best[i];
            for (int j = i - 1; j >= 0 && sum[i] - sum[j] < next[i]; j--)
                next[i] = min(next[i], max(best[j], sum[i] - sum[j]));
        }
        swap(best, next);
    }
    printf("%lld\n", best[n]);
}

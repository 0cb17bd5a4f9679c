#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<long long> sum(n + 1), size(n + 1, 1);
    vector<int> parent(n + 1);
    for (int i = 1; i <= n; i++)
        if (scanf("%lld", &sum[i]) != 1) return 1;
    for (int i = 2; i <= n; i++)
        if (scanf("%d", &parent[i]) != 1) return 1;
    for (int i = n; i >= 2; i--) {
        sum[parent[i]] += sum[i];
        size[parent[i]] += size[i];
    }
    int best = 1;
    for (int i = 2; i <= n; i++)
        if (sum[i] * size[best] > sum[best] * size[i]) best = i;
    printf("%d\n", best);
}

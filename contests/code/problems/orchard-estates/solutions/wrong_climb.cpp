// Walks from every farm up to the head farm.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<long long> harvest(n + 1), sum(n + 1), size(n + 1);
    vector<int> parent(n + 1);
    for (int i = 1; i <= n; i++)
        if (scanf("%lld", &harvest[i]) != 1) return 1;
    for (int i = 2; i <= n; i++)
        if (scanf("%d", &parent[i]) != 1) return 1;
    for (int i = 1; i <= n; i++)
        for (int j = i; j; j = parent[j]) sum[j] += harvest[i], size[j]++;
    int best = 1;
    for (int i = 2; i <= n; i++)
        if (sum[i] * size[best] > sum[best] * size[i]) best = i;
    printf("%d\n", best);
}

// From each ledge takes the next one that can be reached.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, d;
    if (scanf("%d %d", &n, &d) != 2) return 1;
    vector<long long> h(n), g(n);
    for (int i = 0; i < n; i++)
        if (scanf("%lld %lld", &h[i], &g[i]) != 2) return 1;
    long long answer = 0;
    for (int start = 0; start < min(n, 500); start++) {
        long long sum = g[start];
        int at = start;
        for (int j = start + 1; j < n; j++)
            if (h[j] > h[at] && h[j] - h[at] <= d) sum += g[j], at = j;
        answer = max(answer, sum);
    }
    printf("%lld\n", answer);
}

// Looks at all earlier ledges.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, d;
    if (scanf("%d %d", &n, &d) != 2) return 1;
    vector<long long> h(n), best(n);
    long long answer = 0;
    for (int i = 0; i < n; i++) {
        long long g, before = 0;
        if (scanf("%lld %lld", &h[i], &g) != 2) return 1;
        for (int j = 0; j < i; j++)
            if (h[j] < h[i] && h[i] - h[j] <= d) before = max(before, best[j]);
        best[i] = before + g;
        answer = max(answer, best[i]);
    }
    printf("%lld\n", answer);
}

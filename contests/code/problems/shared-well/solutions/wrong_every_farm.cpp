// Tries every hamlet.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<long long> x(n), h(n);
    for (int i = 0; i < n; i++)
        if (scanf("%lld %lld", &x[i], &h[i]) != 2) return 1;
    long long best = LLONG_MAX;
    for (int i = 0; i < n; i++) {
        long long sum = 0;
        for (int j = 0; j < n; j++) sum += llabs(x[i] - x[j]) * h[j];
        best = min(best, sum);
    }
    printf("%lld\n", best);
}

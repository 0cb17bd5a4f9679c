// Limits the difference of neighbouring readings.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
using namespace std;

int main() {
    int n, k, d, before = 0, t;
    if (scanf("%d %d %d", &n, &k, &d) != 3) return 1;
    long long runs = 0;
    int left = 0;
    for (int right = 0; right < n; right++) {
        if (scanf("%d", &t) != 1) return 1;
        if (right > 0 && abs(t - before) > d) left = right;
        before = t;
        runs += max(0, right - left + 2 - k);
    }
    printf("%lld\n", runs);
}

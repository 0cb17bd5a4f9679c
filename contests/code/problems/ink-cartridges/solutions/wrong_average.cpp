// Takes the larger of the average load and the largest job.
#include <algorithm>
#include <cstdio>

int main() {
    long long n, k, sum = 0, top = 0, x;
    if (scanf("%lld %lld", &n, &k) != 2) return 1;
    while (n--) {
        if (scanf("%lld", &x) != 1) return 1;
        sum += x;
        top = std::max(top, x);
    }
    printf("%lld\n", std::max(top, (sum + k - 1) / k));
}

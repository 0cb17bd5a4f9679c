// Goes from ring to ring of the slower bell.
#include <algorithm>
#include <cstdio>
#include <numeric>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    while (n--) {
        long long r, p, s, q, t;
        if (scanf("%lld %lld %lld %lld %lld", &r, &p, &s, &q, &t) != 5) return 1;
        if ((s - r) % gcd(p, q) != 0) {
            printf("-1\n");
            continue;
        }
        if (p < q) swap(r, s), swap(p, q);
        long long from = max({r, s, t});
        long long x = r + (from - r + p - 1) / p * p;
        while ((x - s) % q != 0) x += p;
        printf("%lld\n", x);
    }
}

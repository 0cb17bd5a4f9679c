// Takes the periods as coprime whenever a solution exists.
#include <algorithm>
#include <cstdio>
#include <numeric>
using namespace std;

long long inverse(long long a, long long m) {
    long long x = 1, y = 0, b = m;
    while (b) {
        long long t = a / b;
        a -= t * b, swap(a, b);
        x -= t * y, swap(x, y);
    }
    return (x % m + m) % m;
}

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
        long long k = ((s - r) % q + q) % q * inverse(p % q, q) % q;
        long long together = p * q, x = (r + p * k) % together;
        long long from = max({r, s, t});
        if (x < from) x += (from - x + together - 1) / together * together;
        printf("%lld\n", x);
    }
}

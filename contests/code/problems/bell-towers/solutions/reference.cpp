#include <algorithm>
#include <cstdio>
#include <numeric>
using namespace std;

long long inverse(long long a, long long m) {  // of a modulo m, for coprime a and m
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
        long long g = gcd(p, q), step = q / g;
        if ((s - r) % g != 0) {
            printf("-1\n");
            continue;
        }
        long long k = ((s - r) / g % step + step) % step * inverse(p / g % step, step) % step;
        long long together = p / g * q, x = (r + p * k) % together;
        long long from = max({r, s, t});
        if (x < from) x += (from - x + together - 1) / together * together;
        printf("%lld\n", x);
    }
}

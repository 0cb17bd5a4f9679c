#include <cstdio>

int main() {
    int t;
    if (scanf("%d", &t) != 1) return 1;
    while (t--) {
        long long n, d;
        if (scanf("%lld %lld", &n, &d) != 2) return 1;
        int ways = 0;
        for (long long a = 1; a * a <= n; a++)
            if (n % a == 0 && n / a - a <= d) ways++;
        printf("%d\n", ways);
    }
}

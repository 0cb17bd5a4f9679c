// Ignores the limit of changes.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, k;
    long long c;
    if (scanf("%d %d %lld", &n, &k, &c) != 3) return 1;
    vector<long long> a(n), b(n);
    for (long long& t : a)
        if (scanf("%lld", &t) != 1) return 1;
    for (long long& t : b)
        if (scanf("%lld", &t) != 1) return 1;
    long long north = 0, south = 0;
    for (int i = 0; i < n; i++) {
        long long x = min(north, south + c), y = min(south, north + c);
        north = x + a[i], south = y + b[i];
    }
    printf("%lld\n", min(north, south));
}

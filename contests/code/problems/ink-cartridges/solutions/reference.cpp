#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<long long> a(n);
    long long low = 0, high = 0;
    for (long long& x : a) {
        if (scanf("%lld", &x) != 1) return 1;
        low = max(low, x);
        high += x;
    }
    while (low < high) {
        long long volume = (low + high) / 2, left = 0;
        int used = 0;
        for (long long x : a) {
            if (x > left) used++, left = volume;
            left -= x;
        }
        if (used <= k) high = volume;
        else low = volume + 1;
    }
    printf("%lld\n", low);
}

// Starts the bisection at zero: a job larger than the volume counts as one cartridge.
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
        high += x;
    }
    while (low < high) {
        long long volume = (low + high) / 2, load = 0;
        int used = 1;
        for (long long x : a) {
            if (load > 0 && load + x > volume) used++, load = 0;
            load += x;
        }
        if (used <= k) high = volume;
        else low = volume + 1;
    }
    printf("%lld\n", low);
}

// Adds up volumes in 32 bits.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, k;
    if (scanf("%d %d", &n, &k) != 2) return 1;
    vector<int> a(n);
    unsigned low = 0, high = 0;
    for (int& x : a) {
        if (scanf("%d", &x) != 1) return 1;
        low = max(low, unsigned(x));
        high += x;
    }
    while (low < high) {
        unsigned volume = low + (high - low) / 2, left = 0;
        int used = 0;
        for (int x : a) {
            if (unsigned(x) > left) used++, left = volume;
            left -= x;
        }
        if (used <= k) high = volume;
        else low = volume + 1;
    }
    printf("%u\n", low);
}

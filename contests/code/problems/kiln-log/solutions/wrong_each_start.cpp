// Walks on from every first reading.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, k, d;
    if (scanf("%d %d %d", &n, &k, &d) != 3) return 1;
    vector<int> t(n);
    for (int& x : t)
        if (scanf("%d", &x) != 1) return 1;
    long long runs = 0;
    for (int i = 0; i < n; i++) {
        int low = t[i], high = t[i], j = i;
        while (j < n) {
            low = min(low, t[j]), high = max(high, t[j]);
            if (high - low > d) break;
            j++;
        }
        runs += max(0, j - i - (k - 1));
    }
    printf("%lld\n", runs);
}

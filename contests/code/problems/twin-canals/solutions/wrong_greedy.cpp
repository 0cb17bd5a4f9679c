// Changes whenever the next section alone makes up for it.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, k;
    long long c;
    if (scanf("%d %d %lld", &n, &k, &c) != 3) return 1;
    vector<long long> time[2];
    for (auto& canal : time) {
        canal.resize(n);
        for (long long& t : canal)
            if (scanf("%lld", &t) != 1) return 1;
    }
    long long best = 1LL << 60;
    for (int start = 0; start < 2; start++) {
        long long sum = 0;
        int lane = start, left = k;
        for (int i = 0; i < n; i++) {
            if (i > 0 && left > 0 && time[1 - lane][i] + c < time[lane][i]) lane = 1 - lane, left--, sum += c;
            sum += time[lane][i];
        }
        best = min(best, sum);
    }
    printf("%lld\n", best);
}

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<pair<long long, long long>> hamlets(n);
    long long total = 0;
    for (auto& [x, h] : hamlets) {
        if (scanf("%lld %lld", &x, &h) != 2) return 1;
        total += h;
    }
    sort(hamlets.begin(), hamlets.end());
    long long well = 0, passed = 0;
    for (auto [x, h] : hamlets) {
        passed += h;
        if (2 * passed >= total) {
            well = x;
            break;
        }
    }
    long long sum = 0;
    for (auto [x, h] : hamlets) sum += llabs(x - well) * h;
    printf("%lld\n", sum);
}

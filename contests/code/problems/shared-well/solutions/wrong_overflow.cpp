// Multiplies distances and households in 32 bits.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<pair<int, int>> hamlets(n);
    int total = 0;
    for (auto& [x, h] : hamlets) {
        if (scanf("%d %d", &x, &h) != 2) return 1;
        total += h;
    }
    sort(hamlets.begin(), hamlets.end());
    int well = 0, passed = 0;
    for (auto [x, h] : hamlets) {
        passed += h;
        if (2 * passed >= total) {
            well = x;
            break;
        }
    }
    unsigned sum = 0;
    for (auto [x, h] : hamlets) sum += unsigned(llabs(1LL * x - well)) * unsigned(h);
    printf("%d\n", int(sum));
}

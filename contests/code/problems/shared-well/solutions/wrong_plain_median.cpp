// The median of the hamlets, without their weights.
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
    for (auto& [x, h] : hamlets)
        if (scanf("%lld %lld", &x, &h) != 2) return 1;
    sort(hamlets.begin(), hamlets.end());
    long long well = hamlets[n / 2].first, sum = 0;
    for (auto [x, h] : hamlets) sum += llabs(x - well) * h;
    printf("%lld\n", sum);
}

// The centre of gravity.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<pair<long long, long long>> hamlets(n);
    double moment = 0, total = 0;
    for (auto& [x, h] : hamlets) {
        if (scanf("%lld %lld", &x, &h) != 2) return 1;
        moment += double(x) * h;
        total += h;
    }
    long long well = llround(moment / total), sum = 0;
    for (auto [x, h] : hamlets) sum += llabs(x - well) * h;
    printf("%lld\n", sum);
}

// Takes the shortest request that still fits.
#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>
#include <vector>
using namespace std;

int main() {
    int n;
    long long gap;
    if (scanf("%d %lld", &n, &gap) != 2) return 1;
    vector<tuple<long long, long long, int>> spans(n);
    for (int i = 0; i < n; i++) {
        long long a, b;
        if (scanf("%lld %lld", &a, &b) != 2) return 1;
        spans[i] = {b - a, a, i + 1};
    }
    sort(spans.begin(), spans.end());
    map<long long, long long> taken;
    vector<int> chosen;
    for (auto [length, a, i] : spans) {
        auto next = taken.lower_bound(a);
        if (next != taken.end() && next->first < a + length + gap) continue;
        if (next != taken.begin() && prev(next)->second + gap > a) continue;
        taken[a] = a + length;
        chosen.push_back(i);
    }
    printf("%zu\n", chosen.size());
    for (int i : chosen) printf("%d ", i);
}

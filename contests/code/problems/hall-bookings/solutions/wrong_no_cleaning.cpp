// Leaves no time for cleaning.
#include <algorithm>
#include <cstdio>
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
        spans[i] = {b, a, i + 1};
    }
    sort(spans.begin(), spans.end());
    long long ready = 0;
    vector<int> chosen;
    for (auto [b, a, i] : spans) {
        if (a < ready) continue;
        chosen.push_back(i);
        ready = b;
    }
    printf("%zu\n", chosen.size());
    for (int i : chosen) printf("%d ", i);
}

#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n;
    long long gap;
    if (scanf("%d %lld", &n, &gap) != 2) return 1;
    vector<long long> start(n), end(n);
    vector<int> order(n), chosen;
    for (int i = 0; i < n; i++) {
        if (scanf("%lld %lld", &start[i], &end[i]) != 2) return 1;
        order[i] = i;
    }
    sort(order.begin(), order.end(), [&](int x, int y) { return end[x] < end[y]; });
    long long ready = 0;
    for (int i : order) {
        if (start[i] < ready) continue;
        chosen.push_back(i + 1);
        ready = end[i] + gap;
    }
    printf("%zu\n", chosen.size());
    for (int i : chosen) printf("%d ", i);
    printf("\n");
}

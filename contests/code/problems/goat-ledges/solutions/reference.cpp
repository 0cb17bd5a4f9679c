#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, d;
    if (scanf("%d %d", &n, &d) != 2) return 1;
    vector<int> height(n), heights;
    vector<long long> grass(n);
    for (int i = 0; i < n; i++)
        if (scanf("%d %lld", &height[i], &grass[i]) != 2) return 1;
    heights = height;
    sort(heights.begin(), heights.end());
    heights.erase(unique(heights.begin(), heights.end()), heights.end());
    int size = int(heights.size());
    vector<long long> tree(2 * size, 0);
    auto index = [&](int h) { return int(lower_bound(heights.begin(), heights.end(), h) - heights.begin()); };
    long long answer = 0;
    for (int i = 0; i < n; i++) {
        int here = index(height[i]);
        long long best = 0;
        for (int l = index(height[i] - d) + size, r = here + size; l < r; l /= 2, r /= 2) {
            if (l & 1) best = max(best, tree[l++]);
            if (r & 1) best = max(best, tree[--r]);
        }
        best += grass[i];
        answer = max(answer, best);
        for (int node = here + size; node > 0; node /= 2) tree[node] = max(tree[node], best);
    }
    printf("%lld\n", answer);
}

// Adds up in 32 bits.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, d;
    if (scanf("%d %d", &n, &d) != 2) return 1;
    vector<int> height(n), heights;
    vector<unsigned> grass(n);
    for (int i = 0; i < n; i++)
        if (scanf("%d %u", &height[i], &grass[i]) != 2) return 1;
    heights = height;
    sort(heights.begin(), heights.end());
    vector<unsigned> tree(2 * n, 0);
    auto index = [&](int h) { return int(lower_bound(heights.begin(), heights.end(), h) - heights.begin()); };
    unsigned answer = 0;
    for (int i = 0; i < n; i++) {
        int here = index(height[i]);
        unsigned best = 0;
        for (int l = index(height[i] - d) + n, r = here + n; l < r; l /= 2, r /= 2) {
            if (l & 1) best = max(best, tree[l++]);
            if (r & 1) best = max(best, tree[--r]);
        }
        best += grass[i];
        answer = max(answer, best);
        for (int node = here + n; node > 0; node /= 2) tree[node] = max(tree[node], best);
    }
    printf("%u\n", answer);
}

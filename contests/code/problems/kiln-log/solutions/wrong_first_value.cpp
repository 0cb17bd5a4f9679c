// Compares each reading with the first of the run only.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

int main() {
    int n, k, d;
    if (scanf("%d %d %d", &n, &k, &d) != 3) return 1;
    vector<int> t(n);
    for (int& x : t)
        if (scanf("%d", &x) != 1) return 1;
    long long runs = 0;
    int right = 0;
    for (int left = 0; left < n; left++) {
        right = max(right, left);
        while (right < n && abs(t[right] - t[left]) <= d) right++;
        runs += max(0, right - left - (k - 1));
    }
    printf("%lld\n", runs);
}

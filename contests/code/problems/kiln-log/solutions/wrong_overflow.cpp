// Counts in 32 bits.
#include <algorithm>
#include <cstdio>
#include <set>
#include <vector>
using namespace std;

int main() {
    int n, k, d;
    if (scanf("%d %d %d", &n, &k, &d) != 3) return 1;
    vector<int> t(n);
    multiset<int> window;
    unsigned runs = 0;
    int left = 0;
    for (int right = 0; right < n; right++) {
        if (scanf("%d", &t[right]) != 1) return 1;
        window.insert(t[right]);
        while (*window.rbegin() - *window.begin() > d) window.erase(window.find(t[left++]));
        runs += unsigned(max(0, right - left + 2 - k));
    }
    printf("%d\n", int(runs));
}

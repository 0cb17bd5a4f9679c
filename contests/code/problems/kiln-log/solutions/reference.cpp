#include <algorithm>
#include <cstdio>
#include <deque>
#include <vector>
using namespace std;

int main() {
    int n, k, d;
    if (scanf("%d %d %d", &n, &k, &d) != 3) return 1;
    vector<int> t(n);
    deque<int> highest, lowest;
    long long runs = 0;
    int left = 0;
    for (int right = 0; right < n; right++) {
        if (scanf("%d", &t[right]) != 1) return 1;
        while (!highest.empty() && t[highest.back()] <= t[right]) highest.pop_back();
        while (!lowest.empty() && t[lowest.back()] >= t[right]) lowest.pop_back();
        highest.push_back(right);
        lowest.push_back(right);
        while (t[highest.front()] - t[lowest.front()] > d) {
            if (highest.front() == left) highest.pop_front();
            if (lowest.front() == left) lowest.pop_front();
            left++;
        }
        runs += max(0, right - left + 1 - (k - 1));
    }
    printf("%lld\n", runs);
}

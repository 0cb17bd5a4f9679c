// Smallest capacity with which a sequence splits into at most k parts: bisection over the capacity.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k;
    cin >> n >> k;
    vector<long long> need(n);
    long long low = 0, high = 0;
    for (auto &x : need) {
        cin >> x;
        low = max(low, x);
        high += x;
    }
    while (low < high) {
        long long middle = (low + high) / 2, rest = middle;
        int parts = 1;
        for (long long x : need) {
            if (x <= rest) rest -= x;
            else parts++, rest = middle - x;
        }
        if (parts <= k) high = middle;
        else low = middle + 1;
    }
    cout << low << "\n";
}

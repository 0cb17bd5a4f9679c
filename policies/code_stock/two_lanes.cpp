// Cheapest way along two lanes with at most k changes: best time by lane and changes used.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k;
    long long c;
    cin >> n >> k >> c;
    vector<long long> a(n), b(n);
    for (auto &x : a) cin >> x;
    for (auto &x : b) cin >> x;
    const long long FAR = 4000000000000000000LL;
    vector<long long> north(k + 1, FAR), south(k + 1, FAR);
    north[0] = south[0] = 0;
    for (int i = 0; i < n; i++) {
        vector<long long> x = north, y = south;
        for (int j = 1; j <= k && i > 0; j++) {
            x[j] = min(x[j], south[j - 1] + c);
            y[j] = min(y[j], north[j - 1] + c);
        }
        for (int j = 0; j <= k; j++) {
            north[j] = min(FAR, x[j] + a[i]);
            south[j] = min(FAR, y[j] + b[i]);
        }
    }
    cout << min(*min_element(north.begin(), north.end()), *min_element(south.begin(), south.end())) << "\n";
}

// Keeps every pattern in a table.
#include <algorithm>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    string ribbon;
    cin >> ribbon;
    int n = int(ribbon.size()), q, a, b;
    unordered_map<string, int> count;
    for (int i = 0; i < n; i++)
        for (int length = 1; i + length <= n; length++) count[ribbon.substr(i, length)]++;
    vector<long long> patterns(n + 1, 0), lengths(n + 1, 0);
    for (auto& [pattern, times] : count) patterns[times]++, lengths[times] += pattern.size();
    for (int k = 1; k <= n; k++) patterns[k] += patterns[k - 1], lengths[k] += lengths[k - 1];
    cin >> q;
    while (q-- && cin >> a >> b) {
        a = min(a - 1, n), b = min(b, n);
        cout << patterns[b] - patterns[a] << ' ' << lengths[b] - lengths[a] << '\n';
    }
}

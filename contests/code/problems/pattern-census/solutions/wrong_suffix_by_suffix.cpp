// Sorts suffixes and, for each length, counts runs of suffixes that agree so far.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    string ribbon;
    cin >> ribbon;
    int n = int(ribbon.size()), q, a, b;
    vector<int> kind(n), fresh(n);
    for (int i = 0; i < n; i++) kind[i] = ribbon[i];
    vector<long long> patterns(n + 1, 0), lengths(n + 1, 0);
    vector<int> count;
    for (int length = 1; length <= n; length++) {
        int kinds = *max_element(kind.begin(), kind.begin() + n - length + 1) + 1;
        count.assign(kinds, 0);
        for (int i = 0; i + length <= n; i++) count[kind[i]]++;
        for (int times : count)
            if (times) patterns[times]++, lengths[times] += length;
        vector<pair<pair<int, int>, int>> longer;
        for (int i = 0; i + length < n; i++) longer.push_back({{kind[i], ribbon[i + length]}, i});
        sort(longer.begin(), longer.end());
        int number = -1;
        for (size_t j = 0; j < longer.size(); j++) {
            if (j == 0 || longer[j].first != longer[j - 1].first) number++;
            kind[longer[j].second] = number;
        }
    }
    for (int k = 1; k <= n; k++) patterns[k] += patterns[k - 1], lengths[k] += lengths[k - 1];
    cin >> q;
    while (q-- && cin >> a >> b) {
        a = min(a - 1, n), b = min(b, n);
        cout << patterns[b] - patterns[a] << ' ' << lengths[b] - lengths[a] << '\n';
    }
}

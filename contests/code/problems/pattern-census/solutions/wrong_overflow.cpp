// Counts in 32 bits.
#include <algorithm>
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    string ribbon;
    cin >> ribbon;
    int n = int(ribbon.size()), last = 0;
    vector<map<char, int>> next(1);
    vector<int> link{-1}, length{0}, occurrences{0};
    for (char c : ribbon) {
        int fresh = int(next.size()), p = last;
        next.emplace_back(), link.push_back(0), length.push_back(length[last] + 1), occurrences.push_back(1);
        for (; p >= 0 && !next[p].count(c); p = link[p]) next[p][c] = fresh;
        if (p >= 0) {
            int q = next[p][c];
            if (length[q] == length[p] + 1) link[fresh] = q;
            else {
                int clone = int(next.size());
                next.push_back(next[q]), link.push_back(link[q]), length.push_back(length[p] + 1), occurrences.push_back(0);
                for (; p >= 0 && next[p][c] == q; p = link[p]) next[p][c] = clone;
                link[q] = link[fresh] = clone;
            }
        }
        last = fresh;
    }
    vector<int> order(next.size());
    iota(order.begin(), order.end(), 0);
    sort(order.begin(), order.end(), [&](int x, int y) { return length[x] > length[y]; });
    vector<unsigned> patterns(n + 1, 0), lengths(n + 1, 0);
    for (int s : order) {
        if (s == 0) continue;
        unsigned shortest = length[link[s]] + 1, count = length[s] - shortest + 1;
        patterns[occurrences[s]] += count, lengths[occurrences[s]] += (shortest + length[s]) * count / 2;
        if (link[s]) occurrences[link[s]] += occurrences[s];
    }
    for (int k = 1; k <= n; k++) patterns[k] += patterns[k - 1], lengths[k] += lengths[k - 1];
    int q, a, b;
    cin >> q;
    while (q-- && cin >> a >> b) {
        a = min(a - 1, n), b = min(b, n);
        cout << patterns[b] - patterns[a] << ' ' << lengths[b] - lengths[a] << '\n';
    }
}

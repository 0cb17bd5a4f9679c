// Takes a number of occurrences above the ribbon's length for that length.
#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

struct State {
    array<int, 26> next;
    int link = -1, length = 0, occurrences = 0;
    State() { next.fill(-1); }
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    string ribbon;
    cin >> ribbon;
    int n = int(ribbon.size());
    vector<State> states(1);
    states.reserve(2 * n + 1);
    int last = 0;
    for (char letter : ribbon) {
        int c = letter - 'a', fresh = int(states.size()), p = last;
        states.emplace_back();
        states[fresh].length = states[last].length + 1;
        states[fresh].occurrences = 1;
        for (; p >= 0 && states[p].next[c] < 0; p = states[p].link) states[p].next[c] = fresh;
        if (p < 0) {
            states[fresh].link = 0;
        } else {
            int q = states[p].next[c];
            if (states[q].length == states[p].length + 1) {
                states[fresh].link = q;
            } else {
                int clone = int(states.size());
                states.push_back(states[q]);
                states[clone].length = states[p].length + 1;
                states[clone].occurrences = 0;
                for (; p >= 0 && states[p].next[c] == q; p = states[p].link) states[p].next[c] = clone;
                states[q].link = states[fresh].link = clone;
            }
        }
        last = fresh;
    }
    vector<vector<int>> by_length(n + 1);
    for (int s = 1; s < int(states.size()); s++) by_length[states[s].length].push_back(s);
    vector<long long> patterns(n + 1, 0), lengths(n + 1, 0);
    for (int length = n; length > 0; length--)
        for (int s : by_length[length]) {
            const State& state = states[s];
            long long shortest = states[state.link].length + 1, count = length - shortest + 1;
            patterns[state.occurrences] += count;
            lengths[state.occurrences] += (shortest + length) * count / 2;
            if (state.link > 0) states[state.link].occurrences += state.occurrences;
        }
    for (int k = 1; k <= n; k++) patterns[k] += patterns[k - 1], lengths[k] += lengths[k - 1];
    int q;
    cin >> q;
    while (q--) {
        int a, b;
        cin >> a >> b;
        a = min(a, n) - 1, b = min(b, n);
        cout << patterns[b] - patterns[a] << ' ' << lengths[b] - lengths[a] << '\n';
    }
}

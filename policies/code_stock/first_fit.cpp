// First position from a on with room for x: a tree of maxima, walked down to the leftmost fitting leaf.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int size_ = 1;
vector<long long> most;

int find(int node, int left, int right, int from, long long x) {
    if (right <= from || most[node] < x) return -1;
    if (right - left == 1) return left;
    int middle = (left + right) / 2;
    int found = find(2 * node, left, middle, from, x);
    return found >= 0 ? found : find(2 * node + 1, middle, right, from, x);
}

void put(int place, long long value) {
    place += size_;
    most[place] = value;
    for (place /= 2; place; place /= 2) most[place] = max(most[2 * place], most[2 * place + 1]);
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, q;
    cin >> n >> q;
    while (size_ < n) size_ *= 2;
    most.assign(2 * size_, -1);
    vector<long long> length(n);
    for (int i = 0; i < n; i++) {
        cin >> length[i];
        put(i, length[i]);
    }
    while (q--) {
        int kind;
        cin >> kind;
        if (kind == 1) {
            int a;
            long long x;
            cin >> a >> x;
            int lane = find(1, 0, size_, a - 1, x);
            if (lane >= 0) put(lane, most[lane + size_] - x);
            cout << (lane >= 0 ? lane + 1 : 0) << "\n";
        } else {
            int i;
            cin >> i;
            put(i - 1, length[i - 1]);
        }
    }
}

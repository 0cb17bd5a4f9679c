// When a lane is cleared, forgets to raise the maxima above it.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int n, q, size = 1;
vector<int> length, room;

int find(int node, int left, int right, int from, int x) {
    if (right <= from || room[node] < x) return -1;
    if (right - left == 1) return left;
    int middle = (left + right) / 2, found = find(2 * node, left, middle, from, x);
    return found >= 0 ? found : find(2 * node + 1, middle, right, from, x);
}

int main() {
    if (scanf("%d %d", &n, &q) != 2) return 1;
    while (::size < n) ::size *= 2;
    length.resize(n);
    room.assign(2 * ::size, 0);
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &length[i]) != 1) return 1;
        room[::size + i] = length[i];
    }
    for (int node = ::size - 1; node > 0; node--) room[node] = max(room[2 * node], room[2 * node + 1]);
    while (q--) {
        int kind, lane, x;
        if (scanf("%d %d", &kind, &lane) != 2) return 1;
        if (kind == 2) {
            room[::size + lane - 1] = length[lane - 1];
            continue;
        }
        if (scanf("%d", &x) != 1) return 1;
        int i = find(1, 0, ::size, lane - 1, x);
        printf("%d\n", i + 1);
        if (i < 0) continue;
        int node = ::size + i;
        room[node] -= x;
        while (node /= 2) room[node] = max(room[2 * node], room[2 * node + 1]);
    }
}

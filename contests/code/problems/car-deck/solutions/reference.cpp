#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    int size = 1;
    while (size < n) size *= 2;
    vector<int> length(n), room(2 * size, 0);
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &length[i]) != 1) return 1;
        room[size + i] = length[i];
    }
    for (int node = size - 1; node > 0; node--) room[node] = max(room[2 * node], room[2 * node + 1]);
    auto set_room = [&](int lane, int metres) {
        int node = size + lane;
        room[node] = metres;
        while (node /= 2) room[node] = max(room[2 * node], room[2 * node + 1]);
    };
    while (q--) {
        int kind, lane;
        if (scanf("%d %d", &kind, &lane) != 2) return 1;
        lane--;
        if (kind == 2) {
            set_room(lane, length[lane]);
            continue;
        }
        int x;
        if (scanf("%d", &x) != 1) return 1;
        int node = size + lane;
        while (node > 0 && room[node] < x) {
            while (node & 1) node /= 2;  // the last part of its parent: go on behind the parent
            if (node > 0) node++;
        }
        if (node == 0) {
            printf("0\n");
            continue;
        }
        while (node < size) {
            node *= 2;
            if (room[node] < x) node++;
        }
        printf("%d\n", node - size + 1);
        set_room(node - size, room[node] - x);
    }
}

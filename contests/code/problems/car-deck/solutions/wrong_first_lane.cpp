// Ignores the door and always begins at lane 1.
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
    auto set_room = [&](int lane, int metres) {
        int node = size + lane;
        room[node] = metres;
        while (node /= 2) room[node] = max(room[2 * node], room[2 * node + 1]);
    };
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &length[i]) != 1) return 1;
        set_room(i, length[i]);
    }
    while (q--) {
        int kind, lane, x;
        if (scanf("%d %d", &kind, &lane) != 2) return 1;
        if (kind == 2) {
            set_room(lane - 1, length[lane - 1]);
            continue;
        }
        if (scanf("%d", &x) != 1) return 1;
        if (room[1] < x) {
            printf("0\n");
            continue;
        }
        int node = 1;
        while (node < size) node = room[2 * node] >= x ? 2 * node : 2 * node + 1;
        printf("%d\n", node - size + 1);
        set_room(node - size, room[node] - x);
    }
}

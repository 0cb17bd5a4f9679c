// Goes along the lanes one by one.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    vector<int> length(n), room;
    for (int& c : length)
        if (scanf("%d", &c) != 1) return 1;
    room = length;
    while (q--) {
        int kind, lane, x;
        if (scanf("%d %d", &kind, &lane) != 2) return 1;
        lane--;
        if (kind == 2) {
            room[lane] = length[lane];
            continue;
        }
        if (scanf("%d", &x) != 1) return 1;
        while (lane < n && room[lane] < x) lane++;
        if (lane < n) room[lane] -= x;
        printf("%d\n", lane < n ? lane + 1 : 0);
    }
}

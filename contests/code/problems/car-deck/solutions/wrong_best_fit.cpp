// Chooses the lane with the least room that is enough.
#include <cstdio>
#include <set>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    vector<int> length(n), room;
    set<pair<int, int>> lanes;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &length[i]) != 1) return 1;
        lanes.insert({length[i], i});
    }
    room = length;
    while (q--) {
        int kind, lane, x;
        if (scanf("%d %d", &kind, &lane) != 2) return 1;
        lane--;
        if (kind == 2) {
            lanes.erase({room[lane], lane});
            room[lane] = length[lane];
            lanes.insert({room[lane], lane});
            continue;
        }
        if (scanf("%d", &x) != 1) return 1;
        auto place = lanes.lower_bound({x, 0});
        while (place != lanes.end() && place->second < lane) place++;
        if (place == lanes.end()) {
            printf("0\n");
            continue;
        }
        int i = place->second;
        lanes.erase(place);
        room[i] -= x;
        lanes.insert({room[i], i});
        printf("%d\n", i + 1);
    }
}

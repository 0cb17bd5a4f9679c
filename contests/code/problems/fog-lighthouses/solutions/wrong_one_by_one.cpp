// One search for each lighthouse.
#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int h, w;
    cin >> h >> w;
    vector<string> chart(h);
    for (string& row : chart) cin >> row;
    const int far = 1 << 30;
    vector<int> best(h * w, far);
    for (int start = 0; start < h * w; start++) {
        if (chart[start / w][start % w] != 'L') continue;
        vector<int> moves(h * w, -1), queue{start};
        moves[start] = 0;
        for (size_t head = 0; head < queue.size(); head++) {
            int r = queue[head] / w, c = queue[head] % w;
            best[queue[head]] = min(best[queue[head]], moves[queue[head]]);
            for (auto [nr, nc] : {pair{r + 1, c}, pair{r - 1, c}, pair{r, c + 1}, pair{r, c - 1}})
                if (nr >= 0 && nr < h && nc >= 0 && nc < w && chart[nr][nc] != '#' && moves[nr * w + nc] < 0) {
                    moves[nr * w + nc] = moves[queue[head]] + 1;
                    queue.push_back(nr * w + nc);
                }
        }
    }
    int worst = 0, lost = 0;
    for (int k = 0; k < h * w; k++) {
        if (chart[k / w][k % w] == '#') continue;
        if (best[k] == far) lost++;
        else worst = max(worst, best[k]);
    }
    cout << worst << ' ' << lost << '\n';
}

// Measures round the rocks as if they were not there.
#include <algorithm>
#include <deque>
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
    vector<vector<int>> moves(h, vector<int>(w, -1));
    deque<pair<int, int>> queue;
    for (int r = 0; r < h; r++)
        for (int c = 0; c < w; c++)
            if (chart[r][c] == 'L') moves[r][c] = 0, queue.push_back({r, c});
    int worst = 0, lost = 0;
    while (!queue.empty()) {
        auto [r, c] = queue.front();
        queue.pop_front();
        if (chart[r][c] != '#') worst = max(worst, moves[r][c]);
        for (auto [nr, nc] : {pair{r + 1, c}, pair{r - 1, c}, pair{r, c + 1}, pair{r, c - 1}})
            if (nr >= 0 && nr < h && nc >= 0 && nc < w && moves[nr][nc] < 0) {
                moves[nr][nc] = moves[r][c] + 1;
                queue.push_back({nr, nc});
            }
    }
    for (int r = 0; r < h; r++)
        for (int c = 0; c < w; c++) lost += chart[r][c] != '#' && moves[r][c] < 0;
    cout << worst << ' ' << lost << '\n';
}

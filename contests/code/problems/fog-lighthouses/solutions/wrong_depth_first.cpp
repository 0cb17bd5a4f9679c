// Follows one way to its end before trying another.
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
    vector<vector<int>> moves(h, vector<int>(w, -1));
    vector<pair<int, int>> stack;
    for (int r = 0; r < h; r++)
        for (int c = 0; c < w; c++)
            if (chart[r][c] == 'L') moves[r][c] = 0, stack.push_back({r, c});
    int worst = 0, lost = 0;
    while (!stack.empty()) {
        auto [r, c] = stack.back();
        stack.pop_back();
        worst = max(worst, moves[r][c]);
        for (auto [nr, nc] : {pair{r + 1, c}, pair{r - 1, c}, pair{r, c + 1}, pair{r, c - 1}})
            if (nr >= 0 && nr < h && nc >= 0 && nc < w && chart[nr][nc] != '#' && moves[nr][nc] < 0) {
                moves[nr][nc] = moves[r][c] + 1;
                stack.push_back({nr, nc});
            }
    }
    for (int r = 0; r < h; r++)
        for (int c = 0; c < w; c++) lost += chart[r][c] != '#' && moves[r][c] < 0;
    cout << worst << ' ' << lost << '\n';
}

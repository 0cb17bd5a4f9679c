#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w;
    cin >> h >> w;
    vector<string> chart(h);
    vector<vector<int>> moves(h, vector<int>(w, -1));
    vector<pair<int, int>> queue;
    int lost = 0, worst = 0;
    for (int r = 0; r < h; r++) {
        cin >> chart[r];
        for (int c = 0; c < w; c++) {
            if (chart[r][c] != '#') lost++;
            if (chart[r][c] == 'L') moves[r][c] = 0, queue.push_back({r, c});
        }
    }
    const int dr[] = {1, -1, 0, 0}, dc[] = {0, 0, 1, -1};
    for (size_t head = 0; head < queue.size(); head++) {
        auto [r, c] = queue[head];
        worst = moves[r][c];
        for (int k = 0; k < 4; k++) {
            int nr = r + dr[k], nc = c + dc[k];
            if (nr < 0 || nr >= h || nc < 0 || nc >= w) continue;
            if (chart[nr][nc] == '#' || moves[nr][nc] >= 0) continue;
            moves[nr][nc] = moves[r][c] + 1;
            queue.push_back({nr, nc});
        }
    }
    cout << worst << ' ' << lost - int(queue.size()) << '\n';
}

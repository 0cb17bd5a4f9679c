#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w, m;
    cin >> h >> w >> m;
    vector<string> floor(h);
    int r = 0, c = 0;
    for (int i = 0; i < h; i++) {
        cin >> floor[i];
        size_t at = floor[i].find('@');
        if (at != string::npos) r = i, c = int(at);
    }
    floor[r][c] = 'o';
    while (m--) {
        char d;
        long long k;
        cin >> d >> k;
        int dr = d == 'U' ? -1 : d == 'D' ? 1 : 0;
        int dc = d == 'L' ? -1 : d == 'R' ? 1 : 0;
        while (k--) {
            int nr = r + dr, nc = c + dc;
            if (nr < 0 || nr >= h || nc < 0 || nc >= w || floor[nr][nc] == '#') break;
            r = nr, c = nc;
            floor[r][c] = 'o';
        }
    }
    floor[r][c] = '@';
    for (const string& row : floor) cout << row << '\n';
}

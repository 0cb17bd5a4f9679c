// Makes every single attempt, also against a wall.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
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
        for (volatile long long step = 0; step < k; step = step + 1) {
            int nr = r + (d == 'D') - (d == 'U'), nc = c + (d == 'R') - (d == 'L');
            if (nr >= 0 && nr < h && nc >= 0 && nc < w && floor[nr][nc] != '#') r = nr, c = nc;
            floor[r][c] = 'o';
        }
    }
    floor[r][c] = '@';
    for (const string& row : floor) cout << row << '\n';
}

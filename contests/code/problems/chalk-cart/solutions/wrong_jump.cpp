// Marks the way, but walks through pillars and stops only at the edge.
#include <algorithm>
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
        int dr = (d == 'D') - (d == 'U'), dc = (d == 'R') - (d == 'L');
        for (k = min(k, 400LL); k > 0; k--) {
            int nr = r + dr, nc = c + dc;
            if (nr < 0 || nr >= h || nc < 0 || nc >= w) break;
            r = nr, c = nc;
            if (floor[r][c] == '.') floor[r][c] = 'o';
        }
    }
    floor[r][c] = '@';
    for (const string& row : floor) cout << row << '\n';
}

// Keeps a row of all doors for every watchman.
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int m, d, t;
    cin >> m >> d >> t;
    unordered_map<string, vector<int>> passages;
    bool anybody = false;
    while (m--) {
        string name;
        int door;
        cin >> name >> door;
        vector<int>& row = passages[name];
        row.resize(d + 1);
        if (++row[door] == t && ++row[0] == d) anybody = true, cout << name << '\n';
    }
    if (!anybody) cout << "NOBODY\n";
}

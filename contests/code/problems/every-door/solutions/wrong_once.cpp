// Is content with one passage through each door.
#include <iostream>
#include <set>
#include <string>
#include <unordered_map>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    size_t m, d, t;
    cin >> m >> d >> t;
    unordered_map<string, set<int>> doors;
    while (m--) {
        string name;
        int door;
        cin >> name >> door;
        doors[name].insert(door);
    }
    bool anybody = false;
    for (auto& [name, used] : doors)
        if (used.size() == d) anybody = true, cout << name << '\n';
    if (!anybody) cout << "NOBODY\n";
}

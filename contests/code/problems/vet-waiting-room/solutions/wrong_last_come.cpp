// Among equals calls the one that came last.
#include <iostream>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int q;
    cin >> q;
    set<pair<int, int>> waiting;
    unordered_map<string, pair<int, int>> entry;
    vector<string> names;
    while (q--) {
        char kind;
        string name;
        int urgency;
        cin >> kind;
        if (kind == '+') {
            cin >> name >> urgency;
            entry[name] = {urgency, int(names.size())};
            waiting.insert(entry[name]);
            names.push_back(name);
        } else if (kind == '-') {
            cin >> name;
            if (entry.count(name)) waiting.erase(entry[name]);
        } else if (waiting.empty()) {
            cout << "NONE\n";
        } else {
            cout << names[waiting.rbegin()->second] << '\n';
            waiting.erase(prev(waiting.end()));
        }
    }
}

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
    set<pair<int, int>> waiting;  // minus urgency, number of arrival
    unordered_map<string, pair<int, int>> entry;
    vector<string> names;
    while (q--) {
        char kind;
        cin >> kind;
        if (kind == '+') {
            string name;
            int urgency;
            cin >> name >> urgency;
            pair<int, int> key(-urgency, int(names.size()));
            waiting.insert(key);
            entry[name] = key;
            names.push_back(name);
        } else if (kind == '-') {
            string name;
            cin >> name;
            auto found = entry.find(name);
            if (found != entry.end()) waiting.erase(found->second);
        } else if (waiting.empty()) {
            cout << "NONE\n";
        } else {
            cout << names[waiting.begin()->second] << '\n';
            waiting.erase(waiting.begin());
        }
    }
}

// Takes it for granted that an impatient owner's animal has come in.
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int q;
    cin >> q;
    set<pair<int, int>> waiting;
    map<string, pair<int, int>> entry;
    vector<string> names;
    while (q--) {
        char kind;
        string name;
        int urgency;
        cin >> kind;
        if (kind == '+') {
            cin >> name >> urgency;
            entry[name] = {-urgency, int(names.size())};
            waiting.insert(entry[name]);
            names.push_back(name);
        } else if (kind == '-') {
            cin >> name;
            waiting.erase(entry.at(name));
        } else if (waiting.empty()) {
            cout << "NONE\n";
        } else {
            cout << names[waiting.begin()->second] << '\n';
            waiting.erase(waiting.begin());
        }
    }
}

// Arrivals, departures and calls by urgency, then by arrival: an ordered set and a map from name to entry.
#include <iostream>
#include <map>
#include <set>
#include <string>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int q;
    cin >> q;
    set<pair<long long, long long>> waiting;
    map<string, pair<long long, long long>> entry;
    map<long long, string> names;
    for (long long time = 0; time < q; time++) {
        string what, name;
        cin >> what;
        if (what == "+") {
            long long urgency;
            cin >> name >> urgency;
            entry[name] = {-urgency, time};
            names[time] = name;
            waiting.insert({-urgency, time});
        } else if (what == "-") {
            cin >> name;
            auto found = entry.find(name);
            if (found != entry.end()) waiting.erase(found->second);
        } else if (waiting.empty()) {
            cout << "NONE\n";
        } else {
            cout << names[waiting.begin()->second] << "\n";
            waiting.erase(waiting.begin());
        }
    }
}

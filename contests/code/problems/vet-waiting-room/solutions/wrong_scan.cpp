// Looks through the whole waiting room at each call.
#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int q;
    cin >> q;
    vector<pair<string, int>> waiting;
    while (q--) {
        char kind;
        string name;
        int urgency;
        cin >> kind;
        size_t at = 0;
        if (kind == '+') {
            cin >> name >> urgency;
            waiting.push_back({name, urgency});
        } else if (kind == '-') {
            cin >> name;
            while (at < waiting.size() && waiting[at].first != name) at++;
            if (at < waiting.size()) waiting.erase(waiting.begin() + at);
        } else if (waiting.empty()) {
            cout << "NONE\n";
        } else {
            for (size_t i = 1; i < waiting.size(); i++)
                if (waiting[i].second > waiting[at].second) at = i;
            cout << waiting[at].first << '\n';
            waiting.erase(waiting.begin() + at);
        }
    }
}

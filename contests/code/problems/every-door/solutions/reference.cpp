#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int m, d, t;
    cin >> m >> d >> t;
    unordered_map<string, int> number;
    vector<string> names;
    vector<int> finished;
    unordered_map<long long, int> passages;
    bool anybody = false;
    while (m--) {
        string name;
        int door;
        cin >> name >> door;
        auto [place, fresh] = number.emplace(name, int(names.size()));
        if (fresh) names.push_back(name), finished.push_back(0);
        int who = place->second;
        if (++passages[1LL * who * d + door - 1] == t && ++finished[who] == d) {
            anybody = true;
            cout << name << '\n';
        }
    }
    if (!anybody) cout << "NOBODY\n";
}

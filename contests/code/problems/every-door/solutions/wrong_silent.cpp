// Prints nothing when nobody did the round.
#include <iostream>
#include <map>
#include <string>
#include <unordered_map>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int m, d, t;
    cin >> m >> d >> t;
    map<pair<string, int>, int> passages;
    unordered_map<string, int> finished;
    while (m--) {
        string name;
        int door;
        cin >> name >> door;
        if (++passages[{name, door}] == t && ++finished[name] == d) cout << name << '\n';
    }
}

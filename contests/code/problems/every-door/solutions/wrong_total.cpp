// Counts all passages, whatever the door.
#include <iostream>
#include <string>
#include <unordered_map>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    long long m, d, t;
    cin >> m >> d >> t;
    unordered_map<string, long long> passages;
    bool anybody = false;
    while (m--) {
        string name;
        int door;
        cin >> name >> door;
        if (++passages[name] == d * t) anybody = true, cout << name << '\n';
    }
    if (!anybody) cout << "NOBODY\n";
}

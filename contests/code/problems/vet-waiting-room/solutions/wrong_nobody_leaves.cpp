// Ignores impatient owners.
#include <iostream>
#include <queue>
#include <string>
#include <tuple>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int q;
    cin >> q;
    priority_queue<tuple<int, int, string>> waiting;
    for (int i = 0; i < q; i++) {
        char kind;
        string name;
        int urgency;
        cin >> kind;
        if (kind == '+') {
            cin >> name >> urgency;
            waiting.push({urgency, -i, name});
        } else if (kind == '-') {
            cin >> name;
        } else if (waiting.empty()) {
            cout << "NONE\n";
        } else {
            cout << get<2>(waiting.top()) << '\n';
            waiting.pop();
        }
    }
}

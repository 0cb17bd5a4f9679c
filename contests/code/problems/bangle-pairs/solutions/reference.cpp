#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<string> names(n);
    for (string& name : names) {
        string turned;
        cin >> turned;
        name = turned;
        for (size_t k = 1; k < turned.size(); k++) {
            rotate(turned.begin(), turned.begin() + 1, turned.end());
            name = min(name, turned);
        }
    }
    sort(names.begin(), names.end());
    long long pairs = 0, group = 0;
    for (int i = 0; i < n; i++) {
        group = i > 0 && names[i] == names[i - 1] ? group + 1 : 0;
        pairs += group;
    }
    cout << pairs << '\n';
}

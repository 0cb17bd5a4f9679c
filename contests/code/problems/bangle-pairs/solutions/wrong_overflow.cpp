// Counts pairs in 32 bits.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int n;
    cin >> n;
    map<string, unsigned> count;
    unsigned pairs = 0;
    while (n--) {
        string turned, name;
        cin >> turned;
        name = turned;
        for (size_t k = 1; k < turned.size(); k++) {
            rotate(turned.begin(), turned.begin() + 1, turned.end());
            name = min(name, turned);
        }
        pairs += count[name]++;
    }
    cout << int(pairs) << '\n';
}

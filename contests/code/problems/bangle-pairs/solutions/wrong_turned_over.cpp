// Lets a bangle be read anticlockwise as well.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int n;
    cin >> n;
    map<string, long long> count;
    long long pairs = 0;
    while (n--) {
        string turned, name;
        cin >> turned;
        name = turned;
        for (int side = 0; side < 2; side++) {
            for (size_t k = 0; k < turned.size(); k++) {
                rotate(turned.begin(), turned.begin() + 1, turned.end());
                name = min(name, turned);
            }
            reverse(turned.begin(), turned.end());
        }
        pairs += count[name]++;
    }
    cout << pairs << '\n';
}

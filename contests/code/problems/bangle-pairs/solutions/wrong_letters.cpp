// Compares the letters without their order.
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
        string name;
        cin >> name;
        sort(name.begin(), name.end());
        pairs += count[name]++;
    }
    cout << pairs << '\n';
}

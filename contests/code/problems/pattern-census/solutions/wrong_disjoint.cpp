// Counts only occurrences that do not overlap.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>
using namespace std;

int main() {
    string ribbon;
    cin >> ribbon;
    int n = int(ribbon.size()), q, a, b;
    map<string, int> count;
    if (n <= 300)
        for (int i = 0; i < n; i++)
            for (int length = 1; i + length <= n; length++) {
                string pattern = ribbon.substr(i, length);
                if (count.count(pattern)) continue;
                for (size_t at = ribbon.find(pattern); at != string::npos; at = ribbon.find(pattern, at + length)) count[pattern]++;
            }
    cin >> q;
    while (q-- && cin >> a >> b) {
        long long number = 0, sum = 0;
        for (auto& [pattern, times] : count)
            if (a <= times && times <= b) number++, sum += pattern.size();
        cout << number << ' ' << sum << '\n';
    }
}

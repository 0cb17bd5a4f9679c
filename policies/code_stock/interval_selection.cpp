// Most intervals with a gap of c between them: take whichever ends first among those that still fit.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long c;
    cin >> n >> c;
    vector<pair<long long, pair<long long, int>>> byEnd;
    for (int i = 0; i < n; i++) {
        long long a, b;
        cin >> a >> b;
        byEnd.push_back({b, {a, i + 1}});
    }
    sort(byEnd.begin(), byEnd.end());
    long long ready = 0;
    vector<int> taken;
    for (auto &item : byEnd) {
        if (ready <= item.second.first) {
            taken.push_back(item.second.second);
            ready = item.first + c;
        }
    }
    cout << taken.size() << "\n";
    for (int number : taken) cout << number << " ";
    cout << "\n";
}

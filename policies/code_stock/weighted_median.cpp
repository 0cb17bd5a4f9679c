// Smallest weighted sum of distances on a line: the weighted median is a best point.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<pair<long long, long long>> places(n);
    long long total = 0;
    for (auto &place : places) {
        cin >> place.first >> place.second;
        total += place.second;
    }
    sort(places.begin(), places.end());
    long long passed = 0, best = 0;
    for (auto &place : places) {
        passed += place.second;
        if (total <= 2 * passed) {
            best = place.first;
            break;
        }
    }
    long long sum = 0;
    for (auto &place : places) sum += place.second * max(place.first - best, best - place.first);
    cout << sum << "\n";
}

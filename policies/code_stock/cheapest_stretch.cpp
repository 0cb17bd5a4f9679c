// Longest run of neighbours whose costs sum to at most b, the leftmost among equals: two pointers.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long b;
    cin >> n >> b;
    vector<long long> cost(n);
    for (auto &c : cost) cin >> c;
    long long sum = 0;
    int left = 0, best = 0, first = 0;
    for (int right = 0; right < n; right++) {
        sum += cost[right];
        while (sum > b) sum -= cost[left++];
        if (right - left + 1 > best) {
            best = right - left + 1;
            first = left + 1;
        }
    }
    cout << best << " " << first << "\n";
}

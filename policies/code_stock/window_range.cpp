// Windows of at least k readings whose range is at most d: two deques hold the extremes of a sliding window.
#include <deque>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k;
    long long d;
    cin >> n >> k >> d;
    vector<long long> reading(n);
    deque<int> low, high;
    long long runs = 0;
    int left = 0;
    for (int right = 0; right < n; right++) {
        cin >> reading[right];
        while (!low.empty() && reading[right] <= reading[low.back()]) low.pop_back();
        while (!high.empty() && reading[high.back()] <= reading[right]) high.pop_back();
        low.push_back(right);
        high.push_back(right);
        while (reading[high.front()] - reading[low.front()] > d) {
            left++;
            if (low.front() < left) low.pop_front();
            if (high.front() < left) high.pop_front();
        }
        int longest = right - left + 1;
        if (k <= longest) runs += longest - k + 1;
    }
    cout << runs << "\n";
}

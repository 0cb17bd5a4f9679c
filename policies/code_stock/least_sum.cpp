// Smallest subset sum of at least w: reachable sums, each block used once.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, w;
    cin >> n >> w;
    vector<char> reachable(200001);
    reachable[0] = 1;
    int total = 0;
    for (int i = 0; i < n; i++) {
        int mass;
        cin >> mass;
        total += mass;
        for (int sum = total; mass <= sum; sum--)
            if (reachable[sum - mass]) reachable[sum] = 1;
    }
    int best = w;
    while (best <= total && !reachable[best]) best++;
    cout << (best <= total ? best : -1) << "\n";
}

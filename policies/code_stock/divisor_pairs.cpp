// Rectangles of n cells whose sides differ by at most d: one divisor at most the root for each.
#include <iostream>
using namespace std;

int main() {
    int t;
    cin >> t;
    while (t--) {
        long long n, d, ways = 0;
        cin >> n >> d;
        for (long long a = 1; a * a <= n; a++)
            if (n % a == 0 && n / a - a <= d) ways++;
        cout << ways << "\n";
    }
}

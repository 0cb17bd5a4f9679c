// Prints with the default precision of the stream.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int n;
    double f, g;
    cin >> n >> f >> g;
    vector<long long> x(n), y(n);
    for (int i = 0; i < n; i++) cin >> x[i] >> y[i];
    double border = 0;
    long long twice = 0;
    for (int i = 0; i < n; i++) {
        int j = (i + 1) % n;
        border += hypot(double(x[j] - x[i]), double(y[j] - y[i]));
        twice += x[i] * y[j] - x[j] * y[i];
    }
    cout << border * f + llabs(twice) * g / 2 << '\n';
}

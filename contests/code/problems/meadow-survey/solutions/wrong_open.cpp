// Forgets the side from the last corner to the first.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

int main() {
    int n;
    double f, g;
    if (scanf("%d %lf %lf", &n, &f, &g) != 3) return 1;
    vector<long long> x(n), y(n);
    for (int i = 0; i < n; i++)
        if (scanf("%lld %lld", &x[i], &y[i]) != 2) return 1;
    double border = 0;
    long long twice = 0;
    for (int i = 0; i + 1 < n; i++) {
        border += hypot(double(x[i + 1] - x[i]), double(y[i + 1] - y[i]));
        twice += x[i] * y[i + 1] - x[i + 1] * y[i];
    }
    printf("%.10f\n", border * f + llabs(twice) * g / 2);
}

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
    for (int i = 0; i < n; i++) {
        int j = (i + 1) % n;
        border += hypot(double(x[j] - x[i]), double(y[j] - y[i]));
        twice += x[i] * y[j] - x[j] * y[i];
    }
    printf("%.10f\n", border * f + llabs(twice) * g / 2);
}

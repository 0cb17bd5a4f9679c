// Computes the area in 32 bits.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

int main() {
    int n;
    double f, g;
    if (scanf("%d %lf %lf", &n, &f, &g) != 3) return 1;
    vector<unsigned> x(n), y(n);
    for (int i = 0; i < n; i++)
        if (scanf("%d %d", (int*)&x[i], (int*)&y[i]) != 2) return 1;
    double border = 0;
    unsigned twice = 0;
    for (int i = 0; i < n; i++) {
        int j = (i + 1) % n;
        border += hypot(double(int(x[j] - x[i])), double(int(y[j] - y[i])));
        twice += x[i] * y[j] - x[j] * y[i];
    }
    printf("%.10f\n", border * f + abs(int(twice)) * g / 2);
}

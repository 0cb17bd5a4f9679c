#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, w;
    if (scanf("%d %d", &n, &w) != 2) return 1;
    vector<int> mass(n);
    int sum = 0;
    for (int& m : mass) {
        if (scanf("%d", &m) != 1) return 1;
        sum += m;
    }
    vector<char> possible(sum + 1, 0);
    possible[0] = 1;
    for (int m : mass)
        for (int total = sum; total >= m; total--)
            if (possible[total - m]) possible[total] = 1;
    int load = w;
    while (load <= sum && !possible[load]) load++;
    printf("%d\n", load <= sum ? load : -1);
}

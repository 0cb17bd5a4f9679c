// Goes upwards through the table and so uses blocks many times.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, w, m, sum = 0;
    if (scanf("%d %d", &n, &w) != 2) return 1;
    vector<int> mass(n);
    for (int& x : mass) {
        if (scanf("%d", &m) != 1) return 1;
        sum += x = m;
    }
    vector<char> possible(sum + 1, 0);
    possible[0] = 1;
    for (int x : mass)
        for (int total = x; total <= sum; total++)
            if (possible[total - x]) possible[total] = 1;
    int load = w;
    while (load <= sum && !possible[load]) load++;
    printf("%d\n", load <= sum ? load : -1);
}

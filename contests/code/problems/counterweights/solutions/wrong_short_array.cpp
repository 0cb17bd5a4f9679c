// Has a table that ends a little above the target.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, w, m;
    if (scanf("%d %d", &n, &w) != 2) return 1;
    vector<char> possible(w + 1000, 0);
    possible[0] = 1;
    int sum = 0;
    while (n--) {
        if (scanf("%d", &m) != 1) return 1;
        sum += m;
        for (int total = sum; total >= m; total--)
            if (possible.at(total - m)) possible.at(total) = 1;
    }
    int load = w;
    while (load <= sum && !possible.at(load)) load++;
    printf("%d\n", load <= sum ? load : -1);
}

#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int m, q;
    if (scanf("%d %d", &m, &q) != 2) return 1;
    vector<int> numbers(m);
    for (int& s : numbers)
        if (scanf("%d", &s) != 1) return 1;
    const int top = 100000;
    vector<int> good(top + 1, 0), smallest(top + 1, 0);
    for (int n = 1; n <= top; n++) {
        for (int s : numbers) {
            if (s > n) break;
            int rest = n - s;
            bool loses = good[rest] == 0 || (good[rest] == 1 && smallest[rest] == s);
            if (!loses) continue;
            if (good[n]++ == 0) smallest[n] = s;
        }
    }
    while (q--) {
        int n;
        if (scanf("%d", &n) != 1) return 1;
        printf("%d\n", smallest[n]);
    }
}

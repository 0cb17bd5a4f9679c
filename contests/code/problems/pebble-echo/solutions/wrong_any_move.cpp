// Takes a state as won as soon as some good move exists, forbidden or not.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int m, q, n;
    if (scanf("%d %d", &m, &q) != 2) return 1;
    vector<int> numbers(m), good(100001, 0), smallest(100001, 0);
    for (int& s : numbers)
        if (scanf("%d", &s) != 1) return 1;
    for (int size = 1; size <= 100000; size++)
        for (int s : numbers) {
            if (s > size) break;
            if (good[size - s] >= 2 || (good[size - s] == 1 && size - s >= numbers[0] && size - s != s)) continue;
            if (good[size]++ == 0) smallest[size] = s;
        }
    while (q-- && scanf("%d", &n) == 1) printf("%d\n", smallest[n]);
}

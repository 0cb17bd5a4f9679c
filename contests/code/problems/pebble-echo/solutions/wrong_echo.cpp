// Forgets the rule of no echo.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int m, q, n;
    if (scanf("%d %d", &m, &q) != 2) return 1;
    vector<int> numbers(m), first(100001, 0);
    for (int& s : numbers)
        if (scanf("%d", &s) != 1) return 1;
    for (int size = 1; size <= 100000; size++)
        for (int s : numbers)
            if (s <= size && first[size] == 0 && first[size - s] == 0) first[size] = s;
    while (q-- && scanf("%d", &n) == 1) printf("%d\n", first[n]);
}

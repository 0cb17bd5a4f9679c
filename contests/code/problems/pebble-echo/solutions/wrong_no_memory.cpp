// Plays out all games without remembering anything.
#include <cstdio>
#include <vector>
using namespace std;

vector<int> numbers;

int move(int size, int last) {
    for (int s : numbers)
        if (s <= size && s != last && move(size - s, s) == 0) return s;
    return 0;
}

int main() {
    int m, q, n;
    if (scanf("%d %d", &m, &q) != 2) return 1;
    numbers.resize(m);
    for (int& s : numbers)
        if (scanf("%d", &s) != 1) return 1;
    while (q-- && scanf("%d", &n) == 1) printf("%d\n", move(n, 0));
}

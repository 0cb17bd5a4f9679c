// Plays the game in which the player who cannot move wins.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int m, q, n;
    if (scanf("%d %d", &m, &q) != 2) return 1;
    vector<int> numbers(m), good(100001, 0), smallest(100001, 0), moves(100001, 0);
    for (int& s : numbers)
        if (scanf("%d", &s) != 1) return 1;
    for (int size = 1; size <= 100000; size++)
        for (int s : numbers) {
            if (s > size) break;
            moves[size]++;
            int rest = size - s;
            bool can_move = moves[rest] - (s <= rest) > 0;
            bool wins = !can_move || good[rest] - (smallest[rest] == s) > 0;
            if (!wins && good[size]++ == 0) smallest[size] = s;
        }
    while (q-- && scanf("%d", &n) == 1) printf("%d\n", smallest[n]);
}

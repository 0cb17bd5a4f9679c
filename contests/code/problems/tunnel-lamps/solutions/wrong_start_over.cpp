// Throws the whole stretch away when it becomes too expensive.
#include <cstdio>

int main() {
    int n;
    long long budget, sum = 0, c;
    if (scanf("%d %lld", &n, &budget) != 2) return 1;
    int length = 0, best = 0, first = 0;
    for (int i = 1; i <= n; i++) {
        if (scanf("%lld", &c) != 1) return 1;
        sum += c, length++;
        if (sum > budget) {
            sum = c, length = 1;
            if (sum > budget) sum = 0, length = 0;
        }
        if (length > best) best = length, first = i - length + 1;
    }
    printf("%d %d\n", best, first);
}

#include <cstdio>

int main() {
    int s, p, e, q;
    if (scanf("%d %d %d %d", &s, &p, &e, &q) != 4) return 1;
    while (q--) {
        int t;
        if (scanf("%d", &t) != 1) return 1;
        int departure = s;
        if (t > s) departure = s + (t - s + p - 1) / p * p;
        int wait = departure <= e ? departure - t : 1440 - t + s;
        printf("%d\n", wait);
    }
}

// Goes on with the timetable after the quay has closed.
#include <cstdio>

int main() {
    int s, p, e, q;
    if (scanf("%d %d %d %d", &s, &p, &e, &q) != 4) return 1;
    while (q--) {
        int t;
        if (scanf("%d", &t) != 1) return 1;
        int departure = s;
        if (t > s) departure = s + (t - s + p - 1) / p * p;
        printf("%d\n", departure - t);
    }
}

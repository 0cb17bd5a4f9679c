// Extends the timetable backwards before the first departure.
#include <cstdio>

int main() {
    int s, p, e, q;
    if (scanf("%d %d %d %d", &s, &p, &e, &q) != 4) return 1;
    while (q--) {
        int t;
        if (scanf("%d", &t) != 1) return 1;
        int departure = s;
        while (departure - p >= t) departure -= p;
        while (departure < t) departure += p;
        printf("%d\n", departure <= e ? departure - t : 1440 - t + s);
    }
}

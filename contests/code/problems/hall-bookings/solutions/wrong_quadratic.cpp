// Looks through all requests again for each one it accepts.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n;
    long long gap;
    if (scanf("%d %lld", &n, &gap) != 2) return 1;
    vector<long long> start(n), end(n);
    for (int i = 0; i < n; i++)
        if (scanf("%lld %lld", &start[i], &end[i]) != 2) return 1;
    vector<int> chosen;
    long long ready = 0;
    while (true) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (start[i] >= ready && (best < 0 || end[i] < end[best])) best = i;
        if (best < 0) break;
        chosen.push_back(best + 1);
        ready = end[best] + gap;
    }
    printf("%zu\n", chosen.size());
    for (int i : chosen) printf("%d ", i);
}

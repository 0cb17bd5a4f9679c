// Walks anew from every lamp.
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n;
    long long budget;
    if (scanf("%d %lld", &n, &budget) != 2) return 1;
    vector<long long> cost(n);
    for (long long& c : cost)
        if (scanf("%lld", &c) != 1) return 1;
    int best = 0, first = 0;
    for (int i = 0; i < n; i++) {
        long long sum = 0;
        int j = i;
        while (j < n && sum + cost[j] <= budget) sum += cost[j++];
        if (j - i > best) best = j - i, first = i + 1;
    }
    printf("%d %d\n", best, first);
}

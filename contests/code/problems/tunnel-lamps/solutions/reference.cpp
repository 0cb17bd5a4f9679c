#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n;
    long long budget;
    if (scanf("%d %lld", &n, &budget) != 2) return 1;
    vector<long long> cost(n);
    long long sum = 0;
    int left = 0, best = 0, first = 0;
    for (int right = 0; right < n; right++) {
        if (scanf("%lld", &cost[right]) != 1) return 1;
        sum += cost[right];
        while (sum > budget) sum -= cost[left++];
        if (right - left + 1 > best) {
            best = right - left + 1;
            first = left + 1;
        }
    }
    printf("%d %d\n", best, first);
}

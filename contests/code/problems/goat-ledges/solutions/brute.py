import itertools

n, d = map(int, input().split())
ledges = [tuple(map(int, input().split())) for _ in range(n)]
best = 0
for mask in range(1, 1 << n):
    way = [ledges[j] for j in range(n) if mask >> j & 1]
    if all(0 < y[0] - x[0] <= d for x, y in itertools.pairwise(way)):
        best = max(best, sum(g for _, g in way))
print(best)

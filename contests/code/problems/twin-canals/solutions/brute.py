from itertools import pairwise, product

n, k, c = map(int, input().split())
canals = [list(map(int, input().split())) for _ in range(2)]
best = None
for way in product((0, 1), repeat=n):
    changes = sum(x != y for x, y in pairwise(way))
    if changes <= k:
        cost = changes * c + sum(canals[lane][i] for i, lane in enumerate(way))
        best = cost if best is None else min(best, cost)
print(best)

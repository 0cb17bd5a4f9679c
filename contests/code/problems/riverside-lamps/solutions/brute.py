from itertools import combinations, pairwise, product

n, k = map(int, input().split())
parks = sorted(tuple(map(int, input().split())) for _ in range(n))
best = 0
for chosen in combinations(parks, k):
    for places in product(*(range(left, right + 1) for left, right in chosen)):
        best = max(best, min(y - x for x, y in pairwise(places)))
print(best)

from decimal import Decimal, getcontext
from itertools import combinations

getcontext().prec = 30
n = int(input())
points = [tuple(map(int, input().split())) for _ in range(n)]
best = max((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in combinations(points, 2))
print(f"{Decimal(best).sqrt():.12f}")

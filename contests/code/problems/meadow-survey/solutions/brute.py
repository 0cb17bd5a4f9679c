from fractions import Fraction
from math import dist

n, f, g = map(int, input().split())
corners = [tuple(map(int, input().split())) for _ in range(n)]
sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
area = Fraction(0)
for (x1, y1), (x2, y2) in sides:
    area += Fraction((x2 - x1) * (y1 + y2), 2)
print(f"{float(sum(dist(a, b) for a, b in sides) * f + abs(area) * g):.12f}")

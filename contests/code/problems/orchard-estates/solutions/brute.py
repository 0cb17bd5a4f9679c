from fractions import Fraction

n = int(input())
y = list(map(int, input().split()))
p = [0, *map(int, input().split())]


def estate(farm: int) -> list[int]:
    return [farm] + [f for child in range(farm + 1, n) if p[child] == farm + 1 for f in estate(child)]


means = [Fraction(sum(y[f] for f in estate(farm)), len(estate(farm))) for farm in range(n)]
print(means.index(max(means)) + 1)

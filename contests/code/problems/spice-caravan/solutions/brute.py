from itertools import product

n, q = map(int, input().split())
offers = []
for _ in range(n):
    a, b = map(int, input().split())
    offers.append([0] + [1] * a + [2] * b)
totals = [0] * (2 * n + 1)
for bought in product(*offers):
    totals[sum(bought)] += 1
for w in map(int, input().split()):
    print(totals[w] % 998244353 if w <= 2 * n else 0)

from itertools import product

for _ in range(int(input())):
    n, k = map(int, input().split())
    proper = (c for c in product(range(k), repeat=n) if all(c[i] != c[i - 1] for i in range(n)))
    print(len({min(c[j:] + c[:j] for j in range(n)) for c in proper}) % 1000000007)

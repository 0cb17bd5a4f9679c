n, b = map(int, input().split())
c = list(map(int, input().split()))
best = max(
    ((j - i, -(i + 1)) for i in range(n) for j in range(i + 1, n + 1) if sum(c[i:j]) <= b), default=(0, 0)
)
print(best[0], -best[1])

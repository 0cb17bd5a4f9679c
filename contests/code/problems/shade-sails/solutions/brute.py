n = int(input())
sails = [tuple(map(int, input().split())) for _ in range(n)]
top = max(max(sail) for sail in sails)
print(
    sum(sum(x <= a < u and y <= b < v for x, y, u, v in sails) >= 2 for a in range(top) for b in range(top))
)

n, m, k = map(int, input().split())
roads = [tuple(map(int, input().split())) for _ in range(m)]
roads += [(v, u, t) for u, v, t in roads]
far = float("inf")
best = {(town, used): far for town in range(1, n + 1) for used in range(k + 1)}
best[1, 0] = 0
for _ in range(n * (k + 1)):
    for u, v, t in roads:
        for used in range(k + 1):
            best[v, used] = min(best[v, used], best[u, used] + t)
            if used < k:
                best[v, used + 1] = min(best[v, used + 1], best[u, used] + t // 2)
answer = min(best[n, used] for used in range(k + 1))
print(-1 if answer == far else answer)

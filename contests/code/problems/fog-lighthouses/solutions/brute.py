h, w = map(int, input().split())
chart = [input() for _ in range(h)]
far = h * w + 1
dist = {(r, c): 0 if chart[r][c] == "L" else far for r in range(h) for c in range(w) if chart[r][c] != "#"}
for _ in range(h * w):
    for r, c in dist:
        for p in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            dist[r, c] = min(dist[r, c], dist.get(p, far) + 1)
reached = [d for d in dist.values() if d < far]
print(max(reached, default=0), len(dist) - len(reached))

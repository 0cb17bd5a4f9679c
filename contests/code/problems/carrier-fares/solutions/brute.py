n = int(input())
fee, rate = zip(*(map(int, input().split()) for _ in range(n)), strict=True)
parent, length = {}, {}
for v in range(1, n):
    p, d = map(int, input().split())
    parent[v], length[v] = p - 1, d


def cheapest(way):
    """Try every choice of villages in which a new carrier is hired."""
    inner = way[1:-1]
    best = None
    for mask in range(1 << len(inner)):
        hired, cost = way[0], fee[way[0]]
        for i, v in enumerate(way[1:]):
            cost += rate[hired] * length[v]
            if i < len(inner) and mask >> i & 1:
                hired = v
                cost += fee[v]
        best = cost if best is None else min(best, cost)
    return best


for v in range(1, n):
    way = [v]
    while way[0] != 0:
        way.insert(0, parent[way[0]])
    print(cheapest(way))

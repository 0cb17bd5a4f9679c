n = int(input())
carriers = [tuple(map(int, input().split())) for _ in range(n)]
fee, rate = [f for f, _ in carriers], [c for _, c in carriers]
parent, length = {}, {}
for v in range(1, n):
    p, d = map(int, input().split())
    parent[v], length[v] = p - 1, d


def cheapest(way: list[int]) -> int:
    """Try every choice of villages in which a new carrier is hired."""
    inner = way[1:-1]
    costs: list[int] = []
    for mask in range(1 << len(inner)):
        hired, cost = way[0], fee[way[0]]
        for i, v in enumerate(way[1:]):
            cost += rate[hired] * length[v]
            if i < len(inner) and mask >> i & 1:
                hired = v
                cost += fee[v]
        costs.append(cost)
    return min(costs)


for v in range(1, n):
    way = [v]
    while way[0] != 0:
        way.insert(0, parent[way[0]])
    print(cheapest(way))

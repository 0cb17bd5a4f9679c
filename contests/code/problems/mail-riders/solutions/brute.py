n, q = map(int, input().split())
trails = [tuple(map(int, input().split())) for _ in range(n - 1)]
count = [0] * (n - 1)


def way(u: int, v: int, last: int | None) -> list[int] | None:
    if u == v:
        return []
    for i, trail in enumerate(trails):
        if i != last and u in trail:
            rest = way(sum(trail) - u, v, i)
            if rest is not None:
                return [i, *rest]
    return None


for _ in range(q):
    u, v = map(int, input().split())
    for i in way(u, v, None) or []:
        count[i] += 1
print(max(count), count.index(max(count)) + 1, sum(count))

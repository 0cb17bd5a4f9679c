from itertools import combinations, pairwise

n, c = map(int, input().split())
spans = [tuple(map(int, input().split())) for _ in range(n)]


def fits(chosen: tuple[int, ...]) -> bool:
    ordered = sorted(spans[i] for i in chosen)
    return all(x[1] + c <= y[0] for x, y in pairwise(ordered))


for size in range(n, 0, -1):
    found = next((s for s in combinations(range(n), size) if fits(s)), None)
    if found:
        print(size)
        print(*(i + 1 for i in found))
        break

from functools import cache

n, k = map(int, input().split())
a = list(map(int, input().split()))


@cache
def best(first: int, parts: int) -> float:
    if first == n:
        return 0
    if parts == 0:
        return float("inf")
    return min(max(sum(a[first:end]), best(end, parts - 1)) for end in range(first + 1, n + 1))


print(best(0, k))

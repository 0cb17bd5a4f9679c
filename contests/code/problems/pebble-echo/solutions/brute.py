from functools import cache

m, q = map(int, input().split())
numbers = list(map(int, input().split()))


@cache
def winning(n: int, last: int) -> list[int]:
    return [s for s in numbers if s <= n and s != last and not winning(n - s, s)]


for size in map(int, input().split()):
    print(min(winning(size, 0), default=0))

from collections.abc import Iterator
from functools import cache

n, a, b = map(int, input().split())


def cuts(ropes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for i, rope in enumerate(ropes):
        for x in range(a, rope):
            y = rope - x
            if y - x >= b and x <= y:
                yield tuple(sorted((*ropes[:i], *ropes[i + 1 :], x, y)))


@cache
def wins(ropes: tuple[int, ...]) -> bool:
    return any(not wins(after) for after in cuts(ropes))


print(sum(not wins(after) for after in cuts(tuple(sorted(map(int, input().split()))))))

"""Tests of Rope Cutters: forbidden cuts, halves, many equal ropes, odd and even counts, long ropes."""

from random import Random


def _case(a: int, b: int, ropes: list[int]) -> str:
    return f"{len(ropes)} {a} {b}\n{' '.join(map(str, ropes))}\n"


def _random(n: int, a: int, b: int, top: int, rng: Random) -> str:
    return _case(a, b, [rng.randint(1, top) for _ in range(n)])


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–13 have up to 100000 ropes."""
    n = 100000
    if i == 1:
        return _case(1, 0, [1])
    if i == 2:
        return _case(3000, 3000, [3000, 2999])
    if i <= 6:
        return _random(3 * i, 1 + i % 3, i - 3, 20 * i, rng)
    if i == 7:
        return _case(1, 1, [2999] * (n - 1))
    if i == 8:
        return _random(n, 1, 0, 3000, rng)
    if i == 9:
        return _random(n - 1, 1, 1, 3000, rng)
    if i == 10:
        return _random(n, 2, 3, 3000, rng)
    if i == 11:
        return _random(77777, 7, 20, 3000, rng)
    if i == 12:
        return _case(1, 2, [3000] * 50000 + [2998] * 49999 + [17])
    return _random(n, 100, 500, 3000, rng)


def small(i: int, rng: Random) -> str:
    """At most 3 ropes of at most 8 units."""
    return _random(rng.randint(1, 3), rng.randint(1, 2), rng.randint(0, 2), 8, rng)

"""Tests of Goat on the Ledges: stairs, plateaus, saw teeth, rare high steps, random faces."""

from random import Random


def _case(d: int, ledges: list[tuple[int, int]]) -> str:
    return "\n".join([f"{len(ledges)} {d}", *(f"{h} {g}" for h, g in ledges)]) + "\n"


def _random(n: int, d: int, high: int, rich: int, rng: Random) -> str:
    return _case(d, [(rng.randint(0, high), rng.randint(1, rich)) for _ in range(n)])


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–12 large."""
    n = 95000
    if i == 1:
        return _case(1, [(0, 1)])
    if i <= 6:
        return _random(20 * i, 2 * i, 15 * i, 30, rng)
    if i == 7:
        return _case(1, [(j, 10**9) for j in range(n)])
    if i == 8:
        return _random(n, 10**9, 10**9, 10**9, rng)
    if i == 9:
        return _case(5, [(7, rng.randint(1, 10**9)) for _ in range(n)])
    if i == 10:
        return _random(n, 20, 2000, 1000, rng)
    if i == 11:
        return _case(3, [(j + 2 * (j % 300 == 299), rng.randint(1, 9)) for j in range(n)])
    return _case(10**5, [(j * 10**4 % 10**9, rng.randint(1, 10**9)) for j in range(n)])


def small(i: int, rng: Random) -> str:
    """At most 9 ledges."""
    return _random(rng.randint(1, 9), rng.randint(1, 5), 10, 9, rng)

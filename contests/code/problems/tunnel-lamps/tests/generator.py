"""Tests of Tunnel Lamps: zero budgets, free lamps, expensive lamps in the way, everything affordable."""

from random import Random


def _case(costs: list[int], budget: int) -> str:
    return f"{len(costs)} {budget}\n{' '.join(map(str, costs))}\n"


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–12 large."""
    if i == 1:
        return _case([0], 0)
    if i == 2:
        return _case([5, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0], 0)
    if i <= 6:
        return _case([rng.choice([0, rng.randint(1, 9)]) for _ in range(20 * i)], 8 * i)
    if i == 7:
        return _case([rng.randint(0, 10**9) for _ in range(180000)], 10**15)
    if i == 8:
        return _case([10**9] * 180000, 90000 * 10**9)
    if i == 9:
        return _case([1] * 200000, 0)
    if i == 10:
        return _case([1 if k % 997 else 10**9 for k in range(200000)], 5 * 10**9)
    if i == 11:
        return _case([rng.randint(0, 1) for _ in range(200000)], 60000)
    return _case([rng.randint(0, 10**9) for _ in range(180000)], 3 * 10**12)


def small(i: int, rng: Random) -> str:
    """At most 10 lamps."""
    return _case([rng.choice([0, 1, 2, 5]) for _ in range(rng.randint(1, 10))], rng.randint(0, 8))

"""Tests of The Shared Well: skewed weights, equal positions, extreme positions."""

from random import Random


def _case(hamlets: list[tuple[int, int]]) -> str:
    return "\n".join([str(len(hamlets)), *(f"{x} {h}" for x, h in hamlets)]) + "\n"


def _random(n: int, span: int, top: int, rng: Random) -> list[tuple[int, int]]:
    return [(rng.randint(-span, span), rng.randint(1, top)) for _ in range(n)]


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–12 large."""
    if i == 1:
        return _case([(-(10**9), 1000)])
    if i == 2:
        return _case([(10**9, 1000), (-(10**9), 999)])
    if i <= 6:
        return _case(_random(5 * i, 10**i, 1000, rng))
    if i == 7:
        return _case([((-1) ** k * 10**9, 1000) for k in range(80000)])
    if i == 8:
        return _case([(x, 1 if x < 0 else 1000) for x, _ in _random(80000, 10**9, 1, rng)])
    if i == 9:
        return _case([(7, rng.randint(1, 1000)) for _ in range(50000)])
    return _case(_random(80000, 10 ** (i - 3), 1000, rng))


def small(i: int, rng: Random) -> str:
    """At most 7 hamlets within 15 steps of the origin."""
    return _case(_random(rng.randint(1, 7), 15, 5, rng))

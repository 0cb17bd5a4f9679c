"""Tests of Spice Caravan: nothing on offer, only large sacks, numbers beyond the modulus, many merchants."""

from random import Random

Merchant = tuple[int, int]


def _case(merchants: list[Merchant], weights: list[int], rng: Random) -> str:
    rows = [f"{len(merchants)} {len(weights)}", *(f"{a} {b}" for a, b in merchants)]
    return "\n".join([*rows, " ".join(map(str, weights))]) + "\n"


def _random(n: int, small: int, large: int, rng: Random) -> list[Merchant]:
    return [(rng.randint(0, small), rng.randint(0, large)) for _ in range(n)]


def test(i: int, rng: Random) -> str:
    """Tests 1–5 are small, 6–11 large."""
    if i == 1:
        return _case([(0, 0)], [0, 1, 2, 100000], rng)
    if i == 2:
        return _case([(998244353, 998244354)] * 3, list(range(8)), rng)
    if i <= 5:
        return _case(_random(40 * i, 10 ** (2 * i - 2), 10 ** (i - 1), rng), list(range(80 * i + 3)), rng)
    n = 50000
    weights = list(range(0, 100001, 2)) if i % 2 else [rng.randint(0, 100000) for _ in range(n)]
    weights = weights[:n]
    if i == 6:
        return _case([(1, 0)] * n, weights, rng)
    if i == 7:
        return _case(_random(n, 10**9, 10**9, rng), weights, rng)
    if i == 8:
        return _case(_random(n, 0, 10**9, rng), weights, rng)
    if i == 9:
        return _case(_random(n - 1, 10**9, 0, rng), weights, rng)
    if i == 10:
        return _case(_random(32768, 10**9, 10**9, rng), weights, rng)
    return _case([(10**9, 10**9)] * n, weights, rng)


def small(i: int, rng: Random) -> str:
    """At most 5 merchants with at most 3 spices of a kind."""
    n = rng.randint(1, 5)
    return _case(_random(n, 3, 3, rng), list(range(2 * n + 2)), rng)

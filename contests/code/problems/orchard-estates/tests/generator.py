"""Tests of Orchard Estates: chains, stars, exact ties, means that differ in the tenth decimal place."""

from random import Random


def _case(harvest: list[int], parents: list[int]) -> str:
    return f"{len(harvest)}\n{' '.join(map(str, harvest))}\n{' '.join(map(str, parents))}\n"


def _random(n: int, top: int, reach: int, rng: Random) -> str:
    parents = [rng.randint(max(1, i - reach), i - 1) for i in range(2, n + 1)]
    return _case([rng.randint(0, top) for _ in range(n)], parents)


def _close(rng: Random) -> str:
    """Two stars of 80001 and 80000 farms; the second has a mean larger by less than 2e-10."""
    k, n = 999000 + rng.randrange(900), 80000
    parents = [1] + [2] * n + [1] + [n + 3] * (n - 1)
    return _case([0, k + 1, *[k] * n, k + 1, *[k] * (n - 1)], parents)


def test(i: int, rng: Random) -> str:
    """Tests 1–5 are small, 6–12 large."""
    if i == 1:
        return _case([0], [])
    if i == 2:
        return _case([5, 5, 5, 4, 6], [1, 2, 3, 3])
    if i <= 5:
        return _random(20 * i, 10**i // 100, 3 * i, rng)
    if i == 6:
        return _close(rng)
    if i == 7:
        return _case([10**6] * 140000, list(range(1, 140000)))
    if i == 8:
        n = 140000
        return _case(list(range(n))[::-1], list(range(1, n)))
    if i == 9:
        return _case([rng.randint(0, 10**6) for _ in range(140000)], list(range(1, 140000)))
    if i == 10:
        half = 70000
        return _case([10**6 - 3] * half + [10**6] + [10**6 - 9] * half, list(range(1, 2 * half + 1)))
    return _random(140000, 10 ** (i - 6), 10 ** (i - 8), rng)


def small(i: int, rng: Random) -> str:
    """At most 8 farms."""
    return _random(rng.randint(1, 8), rng.choice([2, 9]), 8, rng)

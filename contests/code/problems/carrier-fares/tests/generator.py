"""Tests of Carrier Fares: chains with falling rates, brooms, bushy trees, lures in side branches."""

from random import Random

Village = tuple[int, int]


def _case(villages: list[Village], parents: list[int], lengths: list[int], rng: Random) -> str:
    """Rename all villages but the capital; ``parents[i]`` belongs to village i + 1, counted from 0."""
    n = len(villages)
    names = list(range(1, n))
    rng.shuffle(names)
    names = [0, *names]
    place = [0] * n
    for old, new in enumerate(names):
        place[new] = old
    rows = [str(n), *("{} {}".format(*villages[place[v]]) for v in range(n))]
    rows += [f"{names[parents[place[v] - 1]] + 1} {lengths[place[v] - 1]}" for v in range(1, n)]
    return "\n".join(rows) + "\n"


def _random(n: int, reach: int, fee: int, rate: int, length: int, rng: Random) -> str:
    parents = [rng.randint(max(0, v - reach), v - 1) for v in range(1, n)]
    villages = [(rng.randint(0, fee), rng.randint(1, rate)) for _ in range(n)]
    return _case(villages, parents, [rng.randint(1, length) for _ in range(n - 1)], rng)


def test(i: int, rng: Random) -> str:
    """Tests 1–5 are small, 6–12 large."""
    n = 70000
    chain = list(range(n - 1))
    if i == 1:
        return _case([(0, 10**6), (0, 1)], [0], [10000], rng)
    if i <= 5:
        return _random(15 * i, 3 * i, 100 * i, 20, 10, rng)
    if i == 6:
        falling = [(10**6 * (j % 1000), 10**6 - 14 * j) for j in range(n)]
        return _case(falling, chain, [10000] * (n - 1), rng)
    if i == 7:
        return _random(n, 1, 10**9, 10**6, 10000, rng)
    if i == 8:
        return _random(n, n, 1000, 1000, 10000, rng)
    if i == 9:
        half = n // 2
        broom = [*range(half - 1), *[half - 1] * (n - half)]
        return _case(
            [(rng.randint(0, 10**8), 10**6 - 20 * j) for j in range(n)], broom, [9999] * (n - 1), rng
        )
    if i == 10:
        comb = [v - 2 if v % 2 == 0 else v - 1 for v in range(1, n)]
        lure = [(0, 1) if v % 2 else (rng.randint(0, 10**9), rng.randint(1000, 10**6)) for v in range(n)]
        return _case(lure, comb, [rng.randint(1, 10000) for _ in range(n - 1)], rng)
    if i == 11:
        return _random(n, 20, 10**9, 100, 10000, rng)
    return _random(n, 3, 0, 10**6, 1, rng)


def small(i: int, rng: Random) -> str:
    """At most 8 villages."""
    return _random(rng.randint(2, 8), 8, 20, 9, 5, rng)

"""Tests of Fresh Horses: long chains, dense graphs, detours that only pay with vouchers, no way at all."""

from random import Random

Road = tuple[int, int, int]


def _case(n: int, k: int, roads: list[Road], rng: Random) -> str:
    rng.shuffle(roads)
    rows = [f"{n} {len(roads)} {k}"]
    rows += [f"{u} {v} {t}" if rng.random() < 0.5 else f"{v} {u} {t}" for u, v, t in roads]
    return "\n".join(rows) + "\n"


def _random(n: int, m: int, top: int, rng: Random) -> list[Road]:
    roads: list[Road] = []
    while len(roads) < m:
        u, v = rng.randint(1, n), rng.randint(1, n)
        if u != v:
            roads.append((u, v, rng.randint(0, top)))
    return roads


def _ladder(steps: int, rng: Random) -> list[Road]:
    """Between 2i+1 and 2i+3 a direct road, and one through 2i+2 whose first half is long."""
    roads = []
    for j in range(steps):
        a = 2 * j + 1
        base = rng.randint(1000, 10**6)
        roads += [
            (a, a + 2, base),
            (a, a + 1, base + rng.randint(0, 400)),
            (a + 1, a + 2, rng.randint(0, 500)),
        ]
    return roads


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–13 large."""
    if i == 1:
        return _case(2, 10, [], rng)
    if i == 2:
        return _case(2, 10, [(1, 2, 1)], rng)
    if i <= 6:
        n = 6 * i
        return _case(n, i - 2, _ladder(n // 2 - 1, rng) + _random(n, n // 2, 9 * 10**5, rng), rng)
    if i == 7:
        return _case(20000, 10, [(j, j + 1, 10**9) for j in range(1, 20000)], rng)
    if i == 8:
        return _case(19999, 10, _ladder(9999, rng), rng)
    if i == 9:
        return _case(400, 5, _random(400, 50000, 10**9, rng), rng)
    if i == 10:
        return _case(20000, 0, _random(20000, 50000, 10**9, rng), rng)
    if i == 11:
        return _case(20000, 10, _random(19999, 50000, 10**9, rng), rng)
    if i == 12:
        return _case(20000, 10, _random(20000, 50000, 10, rng), rng)
    grid = [(r * 140 + c + 1, r * 140 + c + 2, rng.randint(0, 10**9)) for r in range(140) for c in range(139)]
    grid += [
        (r * 140 + c + 1, r * 140 + c + 141, rng.randint(0, 10**9)) for r in range(139) for c in range(140)
    ]
    return _case(19600, 7, grid, rng)


def small(i: int, rng: Random) -> str:
    """At most 6 towns."""
    n = rng.randint(2, 6)
    return _case(n, rng.randint(0, 3), _random(n, rng.randint(0, 9), 20, rng), rng)

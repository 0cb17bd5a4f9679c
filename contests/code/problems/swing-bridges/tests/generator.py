"""Tests of Swing Bridges: short and long seasons, nested intervals, parallel bridges, star and chain deltas."""

from random import Random

Bridge = tuple[int, int, int, int]


def _case(n: int, t: int, bridges: list[Bridge], rng: Random) -> str:
    rng.shuffle(bridges)
    rows = [f"{n} {len(bridges)} {t}"]
    rows += [f"{u} {v} {s} {e}" if rng.random() < 0.5 else f"{v} {u} {s} {e}" for u, v, s, e in bridges]
    return "\n".join(rows) + "\n"


def _random(n: int, m: int, t: int, days: int, rng: Random) -> list[Bridge]:
    bridges = []
    for _ in range(m):
        u, v = rng.sample(range(1, n + 1), 2)
        s = rng.randint(1, t)
        bridges.append((u, v, s, min(t, s + rng.randint(0, days))))
    return bridges


def test(i: int, rng: Random) -> str:
    """Tests 1–5 are small, 6–12 large."""
    n = 75000
    if i == 1:
        return _case(2, 3, [(1, 2, 2, 2)], rng)
    if i <= 5:
        return _case(5 * i, 6 * i, _random(5 * i, 9 * i, 6 * i, 2 * i, rng), rng)
    if i == 6:
        return _case(100000, 9, [(j, j + 1, 1 + j % 2, 9) for j in range(1, 100000)], rng)
    if i == 7:
        return _case(n, n, [(j, j + 1, j, n) for j in range(1, n)], rng)
    if i == 8:
        return _case(n, n, [(1, j, 1 + j // 2, n - j // 2) for j in range(2, n)], rng)
    if i == 9:
        return _case(n, 90000, _random(n, n, 90000, 60000, rng), rng)
    if i == 10:
        return _case(60, 90000, _random(60, n, 90000, 30, rng), rng)
    if i == 11:
        return _case(100000, 1, _random(100000, n, 1, 1, rng), rng)
    return _case(n, 90000, _random(n, n, 90000, 90000, rng), rng)


def small(i: int, rng: Random) -> str:
    """At most 6 islands and 6 days."""
    n, t = rng.randint(2, 6), rng.randint(1, 6)
    return _case(n, t, _random(n, rng.randint(0, 8), t, 3, rng), rng)

"""Tests of Mail Riders: chains, stars, combs, random trees; long and short rides; huts renamed at random."""

from random import Random

Pair = tuple[int, int]


def _case(trails: list[Pair], rides: list[Pair], rng: Random) -> str:
    n = len(trails) + 1
    names = list(range(1, n + 1))
    rng.shuffle(names)
    rng.shuffle(trails)
    rows = [f"{n} {len(rides)}"]
    for u, v in trails:
        u, v = (u, v) if rng.random() < 0.5 else (v, u)
        rows.append(f"{names[u]} {names[v]}")
    rows += [f"{names[u]} {names[v]}" for u, v in rides]
    return "\n".join(rows) + "\n"


def _tree(n: int, reach: int, rng: Random) -> list[Pair]:
    """Each hut joined to one of the ``reach`` before it: 1 is a chain, n a random recursive tree."""
    return [(rng.randint(max(0, v - reach), v - 1), v) for v in range(1, n)]


def _rides(n: int, q: int, rng: Random) -> list[Pair]:
    return [(rng.randrange(n), rng.randrange(n)) for _ in range(q)]


def test(i: int, rng: Random) -> str:
    """Tests 1–5 are small, 6–12 large."""
    n = 80000
    if i == 1:
        return _case([(0, 1)], [(0, 1), (1, 0), (1, 1)], rng)
    if i <= 5:
        return _case(_tree(12 * i, 3 * i, rng), _rides(12 * i, 5 * i, rng), rng)
    if i == 6:
        long = [(rng.randrange(n // 5), n - 1 - rng.randrange(n // 5)) for _ in range(n)]
        return _case(_tree(n, 1, rng), long, rng)
    if i == 7:
        return _case([(0, v) for v in range(1, n)], _rides(n, n, rng), rng)
    if i == 8:
        return _case(_tree(n, n, rng), _rides(n, n, rng), rng)
    if i == 9:
        return _case(_tree(n, 5, rng), [(0, n - 1)] * n, rng)
    if i == 10:
        comb = [(v - 1, v) for v in range(1, n // 2)] + [(v, v + n // 2) for v in range(n // 2)]
        return _case(comb, _rides(n, n, rng), rng)
    if i == 11:
        near = [(u, min(n - 1, u + rng.randint(0, 3))) for u in (rng.randrange(n) for _ in range(n))]
        return _case(_tree(n, 2, rng), near, rng)
    return _case(_tree(n, 300, rng), _rides(n, n, rng), rng)


def small(i: int, rng: Random) -> str:
    """At most 8 huts."""
    n = rng.randint(2, 8)
    return _case(_tree(n, n, rng), _rides(n, rng.randint(0, 6), rng), rng)

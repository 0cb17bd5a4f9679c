"""Tests of Order in the Kitchen: chains against the numbering, circles with tails, hidden circles, diamonds."""

from random import Random

Demand = tuple[int, int]


def _case(n: int, demands: list[Demand], rng: Random) -> str:
    """Rename the pieces of work at random and shuffle the demands."""
    names = list(range(1, n + 1))
    rng.shuffle(names)
    rng.shuffle(demands)
    return "\n".join([f"{n} {len(demands)}", *(f"{names[x]} {names[y]}" for x, y in demands)]) + "\n"


def _forward(n: int, m: int, reach: int, rng: Random) -> list[Demand]:
    demands = []
    for _ in range(m):
        x = rng.randrange(n - 1)
        demands.append((x, rng.randint(x + 1, min(n - 1, x + reach))))
    return demands


def test(i: int, rng: Random) -> str:
    """Odd tests from 7 on are possible, even ones impossible."""
    n = 100000
    if i == 1:
        return _case(1, [], rng)
    if i == 2:
        return _case(2, [(0, 1), (1, 0)], rng)
    if i <= 6:
        m = 12 * i
        return _case(10 * i, _forward(10 * i, m, 30, rng) + ([(10 * i - 1, 4)] if i % 2 else []), rng)
    if i == 7:
        return _case(n, [(x, x + 1) for x in range(n - 1)], rng)
    if i == 8:
        return _case(n, [(x, (x + 1) % n) for x in range(n)], rng)
    if i == 9:
        return _case(n, _forward(n, n, n, rng), rng)
    if i == 10:
        tails = [(x, x + 1) for x in range(n - 1)] + [(60000, 40000)]
        return _case(n, tails, rng)
    if i == 11:
        diamonds = [(3 * k + a, 3 * k + b) for k in range(25000) for a, b in ((0, 1), (0, 2), (1, 3), (2, 3))]
        return _case(75001, diamonds, rng)
    if i == 12:
        return _case(n, [*_forward(n, n - 1, 50, rng), (n - 1, 0)], rng)
    if i == 13:
        rows = [f"{n} {n - 1}", *(f"{x + 1} {x}" for x in range(1, n))]
        return "\n".join(rows) + "\n"
    return _case(
        5000,
        [(rng.randrange(2500), rng.randrange(2500, 5000)) for _ in range(90000)]
        + _forward(2500, 9000, 3, rng)
        + [(2499, 2400)],
        rng,
    )


def small(i: int, rng: Random) -> str:
    """At most 6 pieces of work."""
    n = rng.randint(2, 6)
    pairs = [(x, y) for x in range(n) for y in range(n) if x != y]
    return _case(n, [rng.choice(pairs) for _ in range(rng.randint(0, n + 2))], rng)

"""Tests of Festival Stages: dense and sparse, stars, parallel performances, odd degrees, long cycles."""

from random import Random

Performance = tuple[int, int]


def _case(v: int, d: int, k: int, performances: list[Performance], rng: Random) -> str:
    rng.shuffle(performances)
    return "\n".join([f"{v} {d} {len(performances)} {k}", *(f"{a} {b}" for a, b in performances)]) + "\n"


def _random(v: int, d: int, m: int, rng: Random) -> list[Performance]:
    return [(rng.randint(1, v), rng.randint(1, d)) for _ in range(m)]


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–14 large."""
    m = 100000
    if i == 1:
        return _case(1, 1, 64, [(1, 1)], rng)
    if i == 2:
        return _case(1, 1, 8, [(1, 1)] * 77, rng)
    if i == 3:
        return _case(3, 3, 2, [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)], rng)
    if i <= 6:
        return _case(3 * i, 2 * i, 2 ** (i - 2), _random(3 * i, 2 * i, 25 * i, rng), rng)
    if i == 7:
        return _case(300, 300, 64, _random(300, 300, m, rng), rng)
    if i == 8:
        return _case(1, m, 64, [(1, b) for b in range(1, m + 1)], rng)
    if i == 9:
        return _case(
            50000,
            50000,
            2,
            [(a, b) for j in range(50000) for a, b in ((j + 1, j + 1), (j + 1, (j + 1) % 50000 + 1))],
            rng,
        )
    if i == 10:
        return _case(m, m, 4, _random(m, m, m, rng), rng)
    if i == 11:
        return _case(2, 2, 32, _random(2, 2, m - 1, rng), rng)
    if i == 12:
        return _case(1000, 20, 16, _random(1000, 20, m, rng), rng)
    if i == 13:
        hubs = [(1, b) for b in range(2, 50001)] + [(a, 1) for a in range(2, 50001)]
        return _case(50000, 50000, 8, hubs, rng)
    return _case(317, 316, 4, [(a, b) for a in range(1, 317) for b in range(1, 317)], rng)


def small(i: int, rng: Random) -> str:
    """At most 7 performances."""
    v, d = rng.randint(1, 3), rng.randint(1, 3)
    return _case(v, d, rng.choice([2, 4]), _random(v, d, rng.randint(1, 7), rng), rng)

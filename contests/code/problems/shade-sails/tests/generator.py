"""Tests of Shade Sails: nested, crossing, touching and equal sails, long strips, confetti."""

from random import Random

Sail = tuple[int, int, int, int]


def _case(sails: list[Sail], rng: Random) -> str:
    rng.shuffle(sails)
    return "\n".join([str(len(sails)), *(" ".join(map(str, sail)) for sail in sails)]) + "\n"


def _span(top: int, length: int, rng: Random) -> tuple[int, int]:
    a = rng.randint(0, top - 1)
    return a, min(top, a + rng.randint(1, length))


def _random(n: int, top: int, wide: int, high: int, rng: Random) -> list[Sail]:
    sails = []
    for _ in range(n):
        (x, u), (y, v) = _span(top, wide, rng), _span(top, high, rng)
        sails.append((x, y, u, v))
    return sails


def test(i: int, rng: Random) -> str:
    """Tests 1–5 are small, 6–12 large."""
    n, top = 45000, 10**9
    if i == 1:
        return _case([(0, 0, top, top)] * 3, rng)
    if i <= 5:
        return _case(_random(8 * i, 10 * i, 5 * i, 5 * i, rng), rng)
    if i == 6:
        return _case(_random(n, top, top, top, rng), rng)
    if i == 7:
        return _case([(j, j, top - j, top - j) for j in range(n)], rng)
    if i == 8:
        across = [(0, 40000 * j, top, 40000 * j + 20000) for j in range(n // 2)]
        return _case(across + [(40000 * j, 0, 40000 * j + 20000, top) for j in range(n // 2)], rng)
    if i == 9:
        return _case(_random(n, top, 3 * 10**6, 3 * 10**6, rng), rng)
    if i == 10:
        return _case([(j, 0, j + 1, 1 + j % 7) for j in range(n)], rng)
    if i == 11:
        return _case(_random(n, 300, 40, 40, rng), rng)
    return _case(_random(n, top, 1000, top, rng), rng)


def small(i: int, rng: Random) -> str:
    """At most 6 sails on a square of 9 × 9."""
    return _case(_random(rng.randint(1, 6), 9, 6, 6, rng), rng)

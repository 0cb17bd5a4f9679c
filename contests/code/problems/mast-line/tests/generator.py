"""Tests of The Longest Line: round hulls, lines, equal points, needles, squares, extreme coordinates."""

from random import Random

Point = tuple[int, int]


def _case(points: list[Point], rng: Random) -> str:
    rng.shuffle(points)
    return "\n".join([str(len(points)), *(f"{x} {y}" for x, y in points)]) + "\n"


def _random(n: int, wide: int, high: int, rng: Random) -> list[Point]:
    return [(rng.randint(-wide, wide), rng.randint(-high, high)) for _ in range(n)]


def _round(n: int, a: int, b: int) -> list[Point]:
    """Points near an ellipse with half axes a and b, by the rational parametrisation (no sine, no cosine)."""
    quarter = n // 4
    points = []
    for j in range(quarter):
        p, q = j, quarter
        x, y, whole = q * q - p * p, 2 * p * q, q * q + p * p
        points += [(a * u // whole, b * v // whole) for u, v in ((x, y), (-y, x), (-x, -y), (y, -x))]
    return points


def test(i: int, rng: Random) -> str:
    """Tests 1–7 are small, 8–14 large."""
    big = 10**9
    if i == 1:
        return _case([(-big, -big), (big, big)], rng)
    if i == 2:
        return _case([(-big, -big), (big, -big), (big, big), (-big, big)], rng)
    if i == 3:
        return _case([(j, 2 * j) for j in range(-50, 50)], rng)
    if i == 4:
        return _case([(3, 3)] * 20 + [(4, 3)] * 20, rng)
    if i == 5:  # the farthest pair is extreme in none of the directions that come to mind
        corners = [(50, 20), (51, 0), (0, 45), (36, 36)]
        far = [(k * x * 10**7, k * y * 10**7) for x, y in corners for k in (1, -1)]
        return _case(far + _random(60, 3 * 10**8, 2 * 10**8, rng), rng)
    if i <= 7:
        return _case(_random(12 * i, 10**i, 10 ** (i - 3), rng), rng)
    if i == 8:
        return _case(_round(80000, big, big), rng)
    if i == 9:
        return _case(_round(80000, big, big // 3), rng)
    if i == 10:
        return _case(_random(80000, big, big, rng), rng)
    if i == 11:
        return _case([(x, 5) for x, _ in _random(80000, big, 1, rng)], rng)
    if i == 12:
        skew = [(x, x // 2 + y) for x, y in _random(80000, big, 1000, rng)]
        return _case(skew, rng)
    if i == 13:
        return _case([(x + y, x - y) for x, y in _random(80000, 400, 400, rng)], rng)
    return _case(_random(80000, 30, 30, rng), rng)


def small(i: int, rng: Random) -> str:
    """At most 9 points."""
    return _case(_random(rng.randint(2, 9), rng.choice([1, 3, 20]), rng.choice([1, 5, 20]), rng), rng)

"""Tests of Riverside Lamps: points, wide parks, mixtures, touching parks, huge positions."""

from random import Random

Park = tuple[int, int]


def _case(k: int, parks: list[Park], rng: Random) -> str:
    rng.shuffle(parks)
    return "\n".join([f"{len(parks)} {k}", *(f"{a} {b}" for a, b in parks)]) + "\n"


def _parks(n: int, top: int, fill: float, rng: Random) -> list[Park]:
    """Cut 0 … top into n equal cells; each park fills up to a share ``fill`` of its cell."""
    cell = top // n
    parks = []
    for j in range(n):
        width = int(cell * fill * rng.random())
        left = j * cell + rng.randint(0, max(0, cell - 1 - width))
        parks.append((left, left + width))
    return parks


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–13 large."""
    top = 10**15
    if i == 1:
        return _case(2, [(0, 0), (top, top)], rng)
    if i == 2:
        return _case(5, [(j, j) for j in range(5)], rng)
    if i <= 6:
        return _case(3 * i, _parks(5 * i, 10**i, 0.3 * i, rng), rng)
    if i == 7:
        return _case(60000, _parks(60000, top, 0.0, rng), rng)
    if i == 8:
        return _case(2, _parks(60000, top, 1.0, rng), rng)
    if i == 9:
        return _case(30000, _parks(60000, top, 1.0, rng), rng)
    if i == 10:
        return _case(60000, _parks(60000, top, 1.0, rng), rng)
    if i == 11:
        return _case(400, [(0, top // 2)] + [(top // 2 + j, top // 2 + j) for j in range(1, 60001)], rng)
    if i == 12:
        return _case(1000, _parks(60000, 10**9, 0.5, rng), rng)
    return _case(50, [(j * 10**10, j * 10**10 + 10**10 - 1) for j in range(50000)], rng)


def small(i: int, rng: Random) -> str:
    """At most 5 parks."""
    ends = sorted(rng.sample(range(20), 10))
    parks = [(ends[2 * j], ends[2 * j + rng.randint(0, 1)]) for j in range(rng.randint(2, 5))]
    return _case(rng.randint(2, len(parks)), parks, rng)

"""Tests of Hall Bookings: random spans, long spans that begin early, short spans that spoil two others."""

from random import Random

Span = tuple[int, int]


def _case(spans: list[Span], gap: int, rng: Random) -> str:
    rng.shuffle(spans)
    return "\n".join([f"{len(spans)} {gap}", *(f"{a} {b}" for a, b in spans)]) + "\n"


def _random(n: int, top: int, length: int, rng: Random) -> list[Span]:
    spans = []
    for _ in range(n):
        a = rng.randrange(top)
        spans.append((a, min(top, a + rng.randint(1, length))))
    return spans


def _traps(count: int) -> list[Span]:
    """Groups of two long spans that touch, with a short one across the joint."""
    return [
        s
        for k in range(count)
        for s in ((100 * k, 100 * k + 45), (100 * k + 44, 100 * k + 48), (100 * k + 47, 100 * k + 95))
    ]


def test(i: int, rng: Random) -> str:
    """Tests 1–5 are of small or middle size, 6–12 large."""
    if i == 1:
        return _case([(0, 10**9)], 10**9, rng)
    if i == 2:
        return _case(_traps(30), 1, rng)
    if i <= 5:
        return _case(_random(10 ** (i - 1), 1000 * i, 30 * i, rng), i, rng)
    if i == 6:
        return _case(_traps(35000), 2, rng)
    if i == 7:
        return _case([(0, 10**9), *_random(70000, 10**9, 2000, rng)], 0, rng)
    if i == 8:
        return _case([(5 * k, 5 * k + 5) for k in range(70000)], 0, rng)
    if i == 9:
        return _case([(5 * k, 5 * k + 5) for k in range(70000)], 1, rng)
    return _case(_random(75000, 10**9, 10 ** (i - 5), rng), 10 ** (i - 7), rng)


def small(i: int, rng: Random) -> str:
    """At most 9 requests within 20 units of time."""
    return _case(_random(rng.randint(1, 9), 20, 8, rng), rng.randint(0, 3), rng)

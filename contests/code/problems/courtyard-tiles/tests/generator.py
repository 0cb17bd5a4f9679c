"""Tests of Courtyard Tiles: squares, neighbours of squares, primes, numbers with many divisors."""

from random import Random

RICH = [963761198400, 720720, 735134400, 97772875200, 866421317361]


def _case(questions: list[tuple[int, int]]) -> str:
    return "\n".join([str(len(questions)), *(f"{n} {d}" for n, d in questions)]) + "\n"


def test(i: int, rng: Random) -> str:
    """Twenty questions each."""
    if i == 1:
        return _case([(n, n // 3) for n in range(1, 21)])
    if i == 2:
        return _case([(k * k, 0) for k in range(999981, 1000001)])
    if i == 3:
        return _case([(k * (k + 1), 1) for k in range(999980, 999999)])
    if i == 4:
        return _case([(n, 10**e) for n in RICH for e in (0, 4, 6, 12)])
    if i == 5:
        return _case([(999999999989, d) for d in (0, 999999999987, 999999999988, 999999999989)])
    if i == 6:
        return _case([(k * (k + 7), 7 - rng.randint(0, 1)) for k in range(999000, 999020)])
    return _case([(rng.randint(1, 10**12), rng.randint(0, 10 ** rng.randint(1, 12))) for _ in range(20)])


def small(i: int, rng: Random) -> str:
    """Up to 300 tiles."""
    return _case([(rng.randint(1, 300), rng.randint(0, 300)) for _ in range(10)])

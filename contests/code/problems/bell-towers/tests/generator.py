"""Tests of Two Bell Towers: coprime and common periods, late first rings, huge visiting times."""

from collections.abc import Sequence
from math import gcd
from random import Random


def _case(questions: Sequence[tuple[int, ...]]) -> str:
    return "\n".join([str(len(questions)), *(" ".join(map(str, q)) for q in questions)]) + "\n"


def _question(top: int, late: int, rng: Random) -> tuple[int, ...]:
    """Periods with a common factor; two thirds of the questions have a solution."""
    common = rng.choice([1, 2, 6, 12, 60, rng.randint(1, top)])
    p, q = (max(1, min(top, common * rng.randint(1, max(1, top // common)))) for _ in range(2))
    g, r, s = gcd(p, q), rng.randint(0, top), rng.randint(0, top)
    if rng.random() < 0.67:
        s -= (s - r) % g
        if s < 0:
            s += g
    return r, p, min(s, 10**9), q, rng.randint(0, late)


def test(i: int, rng: Random) -> str:
    """Test 1 holds all tiny questions; the others grow."""
    if i == 1:
        tiny = [
            (r, p, s, q, t)
            for p in (1, 2, 3, 4, 6)
            for q in (1, 3, 4)
            for r in (0, 1, 5, 9)
            for s in (0, 2, 8)
            for t in (0, 3, 11)
        ]
        return _case(tiny)
    if i == 2:
        return _case([(0, 10**9, 10**9, 10**9, 10**18), (10**9, 10**9, 0, 10**9 - 1, 10**18)])
    if i <= 6:
        return _case([_question(10**i, 10 ** (2 * i), rng) for _ in range(2000)])
    if i == 7:
        return _case(
            [
                (0, 10**9 - rng.randint(0, 50), rng.randint(0, 10**9), 10**9 - rng.randint(0, 50), 0)
                for _ in range(20000)
            ]
        )
    return _case([_question(10**9, 10 ** (2 * i - 6), rng) for _ in range(30000)])


def small(i: int, rng: Random) -> str:
    """Periods up to 12."""
    return _case(
        [
            (
                rng.randint(0, 30),
                rng.randint(1, 12),
                rng.randint(0, 30),
                rng.randint(1, 12),
                rng.randint(0, 60),
            )
            for _ in range(20)
        ]
    )

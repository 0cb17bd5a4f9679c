"""Tests of Mixed Expedition: teams of one, of everybody, of too many; large crews."""

from random import Random


def _case(questions: list[tuple[int, int, int]]) -> str:
    return "\n".join([str(len(questions)), *(f"{a} {b} {k}" for a, b, k in questions)]) + "\n"


def _question(top: int, rng: Random) -> tuple[int, int, int]:
    a, b = rng.randint(1, top), rng.randint(1, top)
    return a, b, min(2 * 10**6, rng.randint(1, a + b + 1))


def test(i: int, rng: Random) -> str:
    """Test 1 has all small crews, 2–5 crews of growing size, the rest 100000 questions."""
    if i == 1:
        return _case([(a, b, k) for a in range(1, 7) for b in range(1, 7) for k in range(1, a + b + 2)])
    if i <= 5:
        return _case([_question(10 ** (i - 1), rng) for _ in range(300)])
    if i == 6:
        return _case([(10**6, 10**6, 2 * 10**6 - k % 3) for k in range(1000)])
    if i == 7:
        return _case(
            [(rng.randint(1, 10**6), rng.randint(1, 10**6), rng.randint(1, 3)) for _ in range(50000)]
        )
    return _case([_question(10**6, rng) for _ in range(75000)])


def small(i: int, rng: Random) -> str:
    """Crews of at most 9."""
    return _case([(rng.randint(1, 5), rng.randint(1, 4), rng.randint(1, 10)) for _ in range(6)])

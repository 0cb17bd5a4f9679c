"""Tests of Glass Necklaces: small ones, primes, prime powers, numbers with very many divisors, one colour."""

from random import Random

RICH = [735134400, 698377680, 821620800, 931170240, 994593600, 720720, 2**29, 3**18, 5**12, 10**9]
PRIMES = [999999937, 999999929, 999999893, 2, 3, 31607 * 31607, 31627 * 31607, 2 * 499999993]


def _case(questions: list[tuple[int, int]]) -> str:
    return "\n".join([str(len(questions)), *(f"{n} {k}" for n, k in questions)]) + "\n"


def test(i: int, rng: Random) -> str:
    """At most 100 questions each."""
    if i == 1:
        return _case([(n, k) for n in range(2, 12) for k in range(1, 11)])
    if i == 2:
        return _case([(n, 10**9) for n in RICH])
    if i == 3:
        return _case([(n, rng.randint(1, 10**9)) for n in RICH * 10])
    if i == 4:
        return _case([(n, rng.randint(1, 10**9)) for n in PRIMES * 10])
    if i == 5:
        return _case([(rng.randint(2, 10**9), rng.randint(1, 3)) for _ in range(100)])
    if i == 6:
        return _case([(n, 1) for n in range(2, 60)] + [(n, 2) for n in range(999999990, 10**9 + 1)])
    return _case([(rng.randint(2, 10 ** (i - 2)), rng.randint(1, 10**9)) for _ in range(100)])


def small(i: int, rng: Random) -> str:
    """At most 4^6 colourings."""
    return _case([(rng.randint(2, 6), rng.randint(1, 4)) for _ in range(2)])

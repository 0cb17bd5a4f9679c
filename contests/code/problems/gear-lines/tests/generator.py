"""Tests of Lines on Gears: values round 10^18, products that wrap to something small, many gears."""

from math import gcd, lcm
from random import Random


def _case(teeth: list[int], rng: Random) -> str:
    rng.shuffle(teeth)
    return f"{len(teeth)}\n{' '.join(map(str, teeth))}\n"


def _wrapping(rng: Random) -> list[int]:
    """Three odd coprime numbers with a product above 10^18 that is small modulo 2^64."""
    while True:
        a, b, c = (rng.randrange(10**8 + 1, 10**9, 2) for _ in range(3))
        if gcd(a, b) == gcd(a, c) == gcd(b, c) == 1 and 0 < a * b * c % 2**64 < 10**17:
            return [a, b, c]


def test(i: int, rng: Random) -> str:
    """Tests 1–8 are small, 9–12 hold up to 100000 gears."""
    if i <= 4:
        return _case([[1], [2], [1, 2, 2, 1], [2, 4, 8, 3]][i - 1], rng)
    if i == 5:
        return _case([10**9 - 1, 10**9], rng)
    if i == 6:
        return _case([2**29, 5**12, 3**18], rng)
    if i <= 8:
        return _case(_wrapping(rng), rng)
    if i == 9:
        return _case([rng.randint(1, 10**9) for _ in range(100000)], rng)
    if i == 10:
        return _case([2 * 3**a * 5**b for a in range(8) for b in range(6)] * 2000, rng)
    if i == 11:
        return _case([999999937] * 60000 + [2 * 999999929] * 40000, rng)
    parts = [d for d in range(1, 10**5) if lcm(*range(1, 41)) % d == 0]
    return _case([rng.choice(parts) * rng.randint(1, 2) for _ in range(100000)], rng)


def small(i: int, rng: Random) -> str:
    """At most 4 gears of at most 12 teeth."""
    return _case([rng.randint(1, 12) for _ in range(rng.randint(1, 4))], rng)

"""Tests ``n q hidden``: ``q`` is what halving needs; small cases leave room for trying one by one."""

from random import Random

LARGEST = 10**9
SIZES = (1, 2, 7, 1000, 999_999, LARGEST, LARGEST, LARGEST)


def test(i: int, rng: Random) -> str:
    n = SIZES[i - 1]
    hidden = {6: 1, 7: n}.get(i, rng.randint(1, n))
    return f"{n} {max(1, n.bit_length())} {hidden}\n"


def small(i: int, rng: Random) -> str:
    n = rng.randint(1, 30)
    return f"{n} {n} {rng.randint(1, n)}\n"

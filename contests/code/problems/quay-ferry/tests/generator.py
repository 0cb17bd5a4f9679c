"""Tests of Quay Ferry: odd timetables first, then large ones."""

from random import Random


def _case(s: int, p: int, e: int, times: list[int]) -> str:
    return f"{s} {p} {e} {len(times)}\n{' '.join(map(str, times))}\n"


def test(i: int, rng: Random) -> str:
    """Whole days for a few fixed timetables, then 200000 travellers."""
    fixed = [(0, 1, 0), (0, 1, 1439), (1439, 7, 1439), (300, 60, 1439), (5, 1440, 5), (600, 13, 700)]
    if i <= len(fixed):
        s, p, e = fixed[i - 1]
        times = list(range(1440))
        rng.shuffle(times)
        return _case(s, p, e, times)
    s = rng.randint(0, 700)
    return _case(s, rng.randint(1, 200), rng.randint(s, 1439), [rng.randrange(1440) for _ in range(200000)])


def small(i: int, rng: Random) -> str:
    """A few travellers around a random timetable."""
    s = rng.randint(0, 1439)
    e = rng.randint(s, 1439)
    return _case(s, rng.choice([1, 2, 3, 60, 1440]), e, [rng.randrange(1440) for _ in range(20)])

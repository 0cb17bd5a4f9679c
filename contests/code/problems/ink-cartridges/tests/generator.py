"""Tests of Ink Cartridges: random jobs, one giant job, all equal, one cartridge, as many as jobs."""

from random import Random


def _case(jobs: list[int], k: int) -> str:
    return f"{len(jobs)} {k}\n{' '.join(map(str, jobs))}\n"


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–12 large."""
    if i == 1:
        return _case([10**9], 1)
    if i <= 6:
        n = 10 * i
        return _case([rng.randint(1, 10 ** (i // 2)) for _ in range(n)], rng.randint(1, n))
    big = [rng.randint(1, 10**9) for _ in range(150000)]
    if i == 7:
        return _case([10**9] * 150000, 7)
    if i == 8:
        return _case(big, 1)
    if i == 9:
        return _case(big, len(big))
    if i == 10:
        jobs = [rng.randint(1, 3) for _ in range(200000)]
        jobs[100000] = 10**9
        return _case(jobs, 1000)
    return _case(big, rng.randint(2, 50) if i == 11 else 70000)


def small(i: int, rng: Random) -> str:
    """At most 10 jobs."""
    n = rng.randint(1, 10)
    return _case([rng.randint(1, 12) for _ in range(n)], rng.randint(1, n))

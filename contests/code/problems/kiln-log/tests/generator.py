"""Tests of Kiln Log: constant logs, ramps, saw teeth, noise, random walks."""

from random import Random


def _case(k: int, d: int, readings: list[int]) -> str:
    return f"{len(readings)} {k} {d}\n{' '.join(map(str, readings))}\n"


def _walk(n: int, step: int, rng: Random) -> list[int]:
    value, readings = 5 * 10**8, []
    for _ in range(n):
        value = min(10**9, max(0, value + rng.randint(-step, step)))
        readings.append(value)
    return readings


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–13 large."""
    n = 180000
    if i == 1:
        return _case(1, 0, [0])
    if i == 2:
        return _case(2, 10**9 - 1, [0, 10**9, 0, 10**9, 1, 10**9])
    if i <= 6:
        return _case(rng.randint(1, 5), 3 * i, [rng.randint(0, 6 * i) for _ in range(30 * i)])
    if i == 7:
        return _case(1, 0, [10**9] * n)
    if i == 8:
        return _case(1000, 90000, list(range(n)))
    if i == 9:
        return _case(n // 2, 10**9, [rng.randint(0, 10**9) for _ in range(n)])
    if i == 10:
        return _case(3, 1000, [(j * 7) % 2000 for j in range(n)][::-1])
    if i == 11:
        return _case(50, 3 * 10**6, _walk(n, 10**5, rng))
    if i == 12:
        return _case(100, 10**8, _walk(n, 10**6, rng))
    return _case(2, 5 * 10**8, [rng.randint(0, 10**9) for _ in range(n)])


def small(i: int, rng: Random) -> str:
    """At most 9 readings."""
    n = rng.randint(1, 9)
    return _case(rng.randint(1, n), rng.randint(0, 6), [rng.randint(0, 9) for _ in range(n)])

"""Tests of Twin Canals: no changes, free changes, alternating sections, large times."""

from random import Random


def _case(k: int, c: int, north: list[int], south: list[int]) -> str:
    rows = [f"{len(north)} {k} {c}", " ".join(map(str, north)), " ".join(map(str, south))]
    return "\n".join(rows) + "\n"


def _random(n: int, k: int, c: int, top: int, rng: Random) -> str:
    return _case(k, c, *([rng.randint(0, top) for _ in range(n)] for _ in range(2)))


def test(i: int, rng: Random) -> str:
    """Tests 1–7 are small, 8–12 large."""
    if i == 1:
        return _case(0, 0, [3], [2])
    if i == 2:
        return _case(20, 10**9, [10**9, 0, 10**9], [0, 10**9, 0])
    if i <= 7:
        return _random(15 * i, rng.randint(1, 2 * i), 3 * i, 4 * i, rng)
    if i == 8:
        return _random(90000, 0, 5, 10**9, rng)
    if i == 9:
        return _random(90000, 20, 0, 10**9, rng)
    if i == 10:
        blocks = [k // 4500 % 2 for k in range(90000)]
        return _case(15, 10**9, [b * 10**9 for b in blocks], [(1 - b) * 10**9 for b in blocks])
    if i == 11:
        slopes = [rng.randint(0, 10**4) for _ in range(90000)]
        return _case(
            9, 10**8, slopes, [10**4 - s if (j // 3000) % 3 else s + 1 for j, s in enumerate(slopes)]
        )
    return _random(90000, 13, 10**9, 10**9, rng)


def small(i: int, rng: Random) -> str:
    """At most 9 sections."""
    return _random(rng.randint(1, 9), rng.randint(0, 4), rng.randint(0, 4), 9, rng)

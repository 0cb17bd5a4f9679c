"""Tests of Counterweights: even masses with odd targets, near the sum, unreachable targets, gaps."""

from random import Random


def _case(w: int, blocks: list[int]) -> str:
    return f"{len(blocks)} {w}\n{' '.join(map(str, blocks))}\n"


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–14 have up to 200 blocks."""
    if i == 1:
        return _case(0, [7])
    if i == 2:
        return _case(1, [1000])
    if i <= 6:
        blocks = [rng.randint(2, 40) * (1 + i % 2) for _ in range(3 * i)]
        return _case(rng.randint(1, sum(blocks)), blocks)
    if i == 7:
        return _case(199999, [1000] * 200)
    if i == 8:
        return _case(100001, [1000] * 199 + [2])
    if i == 9:
        blocks = [rng.randint(900, 1000) for _ in range(200)]
        return _case(sum(blocks), blocks)
    if i == 10:
        blocks = [rng.randint(1, 1000) for _ in range(200)]
        return _case(sum(blocks) + 1, blocks)
    if i == 11:
        return _case(12345, [997] * 150 + [991] * 50)
    blocks = [rng.randint(300, 500) * 2 for _ in range(200)]
    return _case(sum(blocks) // (i - 9) + 1, blocks)


def small(i: int, rng: Random) -> str:
    """At most 9 blocks."""
    blocks = [rng.randint(1, 20) for _ in range(rng.randint(1, 9))]
    return _case(rng.randint(0, sum(blocks) + 2), blocks)

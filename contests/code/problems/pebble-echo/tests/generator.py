"""Tests of No Echo: one number, consecutive numbers, sparse numbers, all sizes."""

from random import Random


def _case(numbers: list[int], sizes: list[int]) -> str:
    numbers = sorted(set(numbers))
    rows = [f"{len(numbers)} {len(sizes)}", " ".join(map(str, numbers)), " ".join(map(str, sizes))]
    return "\n".join(rows) + "\n"


def test(i: int, rng: Random) -> str:
    """Tests 1–6 ask for all small sizes, 7–12 for random large ones."""
    fixed = [[1], [100000], [1, 2, 3], [2, 3, 5, 7, 11], [1, 2, 4, 8, 16, 32, 64], [4, 5, 9]]
    if i <= len(fixed):
        return _case(fixed[i - 1], list(range(301)))
    sizes = [rng.randint(50000, 100000) for _ in range(50000)]
    if i == 7:
        return _case(list(range(1, 21)), sizes)
    if i == 8:
        return _case([2**k for k in range(17)], sizes)
    if i == 9:
        return _case(list(range(1, 41, 2)), sizes)
    return _case([rng.randint(1, 10 ** (i - 8)) for _ in range(20)], sizes)


def small(i: int, rng: Random) -> str:
    """Sizes up to 14."""
    numbers = [rng.randint(1, 7) for _ in range(rng.randint(1, 4))]
    return _case(numbers, list(range(15)))

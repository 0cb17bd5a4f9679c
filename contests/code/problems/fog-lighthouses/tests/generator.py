"""Tests of Lighthouses in the Fog: open sea, a spiral, a comb, no lighthouse, very many of them."""

from random import Random


def _case(rows: list[str]) -> str:
    return "\n".join([f"{len(rows)} {len(rows[0])}", *rows]) + "\n"


def _random(h: int, w: int, rock: float, light: float, rng: Random) -> list[str]:
    rows = []
    for _ in range(h):
        draws = [rng.random() for _ in range(w)]
        rows.append("".join("#" if x < rock else "L" if x > 1 - light else "." for x in draws))
    return rows


def _snake(h: int, w: int) -> list[str]:
    """One long corridor that runs to and fro, a lighthouse at its beginning."""
    rows = ["." * w if r % 2 == 0 else "#" * w for r in range(h)]
    for r in range(1, h, 2):
        rows[r] = "#" * (w - 1) + "." if r % 4 == 1 else "." + "#" * (w - 1)
    rows[0] = "L" + rows[0][1:]
    return rows


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–12 large."""
    if i == 1:
        return _case(["."])
    if i == 2:
        return _case(["L#L.", "####"])
    if i == 3:
        return _case(["#" * 9] * 3)
    if i <= 6:
        return _case(_random(8 * i, 11 * i, 0.3, 0.01, rng))
    if i == 7:
        return _case(_snake(999, 1000))
    if i == 8:
        return _case(_random(1000, 1000, 0.3, 0.2, rng))
    if i == 9:
        return _case(_random(1000, 1000, 0.0, 0.0001, rng))
    if i == 10:
        return _case(_random(1000, 1000, 0.35, 0.0005, rng))
    if i == 11:
        return _case(_random(1, 1000, 0.002, 0.01, rng))
    return _case(_random(1000, 1, 0.002, 0.01, rng))


def small(i: int, rng: Random) -> str:
    """Charts of at most 6 × 6."""
    return _case(_random(rng.randint(1, 6), rng.randint(1, 6), 0.3, 0.1, rng))

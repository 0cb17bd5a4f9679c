"""Tests of Meadow Survey: two chains of points with increasing x make a simple polygon; both directions."""

from random import Random

Point = tuple[int, int]


def _case(f: int, g: int, corners: list[Point]) -> str:
    return "\n".join([f"{len(corners)} {f} {g}", *(f"{x} {y}" for x, y in corners)]) + "\n"


def _meadow(n: int, span: int, rng: Random) -> list[Point]:
    """A simple polygon with about n corners: an upper chain above 0 and a lower chain below."""
    upper = sorted(rng.sample(range(-span, span + 1), n // 2))
    lower = sorted(rng.sample(range(-span, span + 1), n - n // 2), reverse=True)
    corners = [(x, rng.randint(1, span)) for x in upper] + [(x, -rng.randint(1, span)) for x in lower]
    turn = rng.randrange(n)
    corners = corners[turn:] + corners[:turn]
    return corners if rng.random() < 0.5 else corners[::-1]


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are small, 7–12 large."""
    big = 10**6
    square = [(-big, -big), (big, -big), (big, big), (-big, big)]
    if i == 1:
        return _case(1000, 1000, square)
    if i == 2:
        return _case(7, 5, square[::-1])
    if i == 3:
        return _case(0, 0, [(0, 0), (1, 0), (2, 0), (0, 1)])
    if i <= 6:
        return _case(rng.randint(0, 9), i - 4, _meadow(6 * i, 10**i, rng))
    return _case(
        *[(0, 1000), (1000, 0), (1, 1), (999, 998), (3, 7), (1000, 1)][i - 7], _meadow(80000, big, rng)
    )


def small(i: int, rng: Random) -> str:
    """At most 9 corners."""
    return _case(rng.randint(0, 5), rng.randint(0, 5), _meadow(rng.randint(3, 9), 8, rng))

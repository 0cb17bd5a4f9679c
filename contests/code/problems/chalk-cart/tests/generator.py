"""Tests of Chalk Cart: corridors, mazes of pillars, large counts."""

from random import Random


def _case(h: int, w: int, density: float, commands: list[tuple[str, int]], rng: Random) -> str:
    rows = [["#" if rng.random() < density else "." for _ in range(w)] for _ in range(h)]
    rows[rng.randrange(h)][rng.randrange(w)] = "@"
    lines = [f"{h} {w} {len(commands)}", *("".join(row) for row in rows)]
    return "\n".join(lines + [f"{d} {k}" for d, k in commands]) + "\n"


def _commands(m: int, top: int, rng: Random) -> list[tuple[str, int]]:
    return [(rng.choice("UDLR"), rng.randint(1, top)) for _ in range(m)]


def test(i: int, rng: Random) -> str:
    """Tests 1–3 are thin, 4–8 of middle size with short moves, the rest large with huge counts."""
    if i == 1:
        return _case(1, 1, 0.0, _commands(5, 10**9, rng), rng)
    if i == 2:
        return _case(1, 400, 0.01, _commands(60, 40, rng), rng)
    if i == 3:
        return _case(400, 1, 0.01, _commands(60, 40, rng), rng)
    if i <= 8:
        return _case(60, 50 + i, 0.02 * i, _commands(1000, 8, rng), rng)
    return _case(400, 400, 0.01 * (i - 8), _commands(1000, 10 ** (i - 3), rng), rng)


def small(i: int, rng: Random) -> str:
    """Floors of at most 5 × 5."""
    commands = _commands(rng.randint(0, 8), 6, rng)
    return _case(rng.randint(1, 5), rng.randint(1, 5), 0.25, commands, rng)

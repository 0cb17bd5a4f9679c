"""Tests of Every Door: near misses, repeated doors, as many names as lines, many doors."""

from random import Random

Entry = tuple[str, int]


def _name(rng: Random) -> str:
    return "".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(rng.randint(3, 12)))


def _case(entries: list[Entry], d: int, t: int, rng: Random) -> str:
    rng.shuffle(entries)
    return "\n".join([f"{len(entries)} {d} {t}", *(f"{name} {door}" for name, door in entries)]) + "\n"


def _rounds(names: int, d: int, t: int, rng: Random) -> list[Entry]:
    """Half of the names do the full round; the others replace one passage by a repeat of another door."""
    entries = []
    for k in range(names):
        name = _name(rng)
        own = [(name, door) for door in range(1, d + 1) for _ in range(t)]
        if k % 2 and d > 1:
            own[rng.randrange(t)] = (name, rng.randint(2, d))
        entries += own
    return entries


def test(i: int, rng: Random) -> str:
    """Tests 1–4 are small, 5–11 large."""
    if i == 1:
        return _case([("a", 1)], 1, 1, rng)
    if i == 2:
        return _case([("a", 1)] * 3, 1, 4, rng)
    if i <= 4:
        return _case(_rounds(10, i, 2, rng), i, 2, rng)
    if i == 5:
        return _case(_rounds(300, 30, 10, rng), 30, 10, rng)
    if i == 6:
        return _case([(_name(rng), 1) for _ in range(100000)], 100000, 1, rng)
    if i == 7:
        return _case([("solo", door) for door in range(1, 100001)], 100000, 1, rng)
    if i == 8:
        return _case([("solo", door) for door in range(1, 100000)] + [("solo", 5)], 100000, 1, rng)
    if i == 9:
        return _case([(name, 1) for name in (_name(rng) for _ in range(50000)) for _ in range(2)], 1, 2, rng)
    return _case(_rounds(8000 // i, 12, i - 5, rng), 12, i - 5, rng)


def small(i: int, rng: Random) -> str:
    """At most 14 lines of three watchmen."""
    d = rng.randint(1, 3)
    entries = [(rng.choice(["ana", "bo", "cy"]), rng.randint(1, d)) for _ in range(rng.randint(1, 14))]
    return _case(entries, d, rng.randint(1, 2), rng)

"""Tests of Lanes of the Car Deck: full decks, late doors, many clearances, vehicles that never fit."""

from random import Random


def _case(lanes: list[int], events: list[str]) -> str:
    return "\n".join([f"{len(lanes)} {len(events)}", " ".join(map(str, lanes)), *events]) + "\n"


def _random(n: int, q: int, long: int, vehicle: int, clear: float, rng: Random) -> str:
    events = []
    for _ in range(q):
        if rng.random() < clear:
            events.append(f"2 {rng.randint(1, n)}")
        else:
            door = 1 if rng.random() < 0.5 else rng.randint(1, n)
            events.append(f"1 {door} {rng.randint(1, vehicle)}")
    return _case([rng.randint(1, long) for _ in range(n)], events)


def test(i: int, rng: Random) -> str:
    """Tests 1–5 are small, 6–12 large."""
    n, many = 75000, 150000
    if i == 1:
        return _case([1], ["2 1", "1 1 1", "1 1 1", "2 1", "1 1 1"])
    if i <= 5:
        return _random(4 * i, 30 * i, 12, 6, 0.1 * i, rng)
    if i == 6:
        return _case([1] * (many - 1) + [10**9], [f"1 1 {2 + j % 50}" for j in range(many)])
    if i == 7:
        return _case([10] * many, ["1 1 10"] * many)
    if i == 8:
        return _random(n, n, 10**9, 10**9, 0.2, rng)
    if i == 9:
        return _random(n, n, 10**9, 10**7, 0.0, rng)
    if i == 10:
        return _random(300, 140000, 1000, 500, 0.3, rng)
    if i == 11:
        return _case([5] * n, [f"1 {n - j % 7} 2" if j % 3 else f"2 {n - j % 11}" for j in range(n)])
    return _random(n, n, 100, 120, 0.02, rng)


def small(i: int, rng: Random) -> str:
    """At most 5 lanes and 12 events."""
    return _random(rng.randint(1, 5), rng.randint(1, 12), 9, 7, 0.25, rng)

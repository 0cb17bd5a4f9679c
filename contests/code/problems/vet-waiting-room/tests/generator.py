"""Tests of The Vet's Waiting Room: equal urgencies, many departures, long queues, mostly calls."""

from random import Random


def _name(k: int) -> str:
    text = ""
    while True:
        text = chr(97 + k % 26) + text
        k = k // 26 - 1
        if k < 0:
            return text


def _case(events: list[str]) -> str:
    return "\n".join([str(len(events)), *events]) + "\n"


def _random(q: int, top: int, weights: tuple[int, int, int], rng: Random) -> str:
    order = list(range(q))
    rng.shuffle(order)
    events, come = [], 0
    for _ in range(q):
        kind = rng.choices("+-!", weights)[0]
        if kind == "+":
            events.append(f"+ {_name(order[come])} {rng.randint(0, top)}")
            come += 1
        elif kind == "-":
            lowest, highest = max(0, come - 2000), min(come + 2, q - 1)
            events.append(f"- {_name(order[rng.randint(lowest, highest)])}")
        else:
            events.append("!")
    return _case(events)


def test(i: int, rng: Random) -> str:
    """Tests 1–5 are small, 6–11 large."""
    if i == 1:
        return _case(["!", "- a", "!"])
    if i <= 5:
        return _random(60 * i, i, (3, 1, 2), rng)
    if i == 6:
        comes = [f"+ {_name(k)} 5" for k in range(100000)]
        return _case(comes + ["!"] * 100000)
    if i == 7:
        comes = [f"+ {_name(k)} {k}" for k in range(100000)]
        return _case(comes + [f"- {_name(k)}" for k in range(40000, 99990)] + ["!"] * 40000)
    if i == 8:
        return _random(180000, 10**9, (6, 1, 3), rng)
    return _random(180000, 10 ** (i - 8), (4, 3, 4), rng)


def small(i: int, rng: Random) -> str:
    """At most 12 events."""
    return _random(rng.randint(1, 12), 2, (4, 2, 3), rng)

"""Tests of Shanty Verses: one letter, Fibonacci words, broken powers, random letters."""

from random import Random


def _fibonacci(n: int) -> str:
    a, b = "b", "a"
    while len(b) < n:
        a, b = b, b + a
    return b[:n]


def _letters(n: int, kinds: str, rng: Random) -> str:
    return "".join(rng.choice(kinds) for _ in range(n))


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are short, 7–13 long."""
    n = 1000000
    texts = {
        1: "z",
        2: "ab" * 20 + "aab" * 20,
        3: "aaaaaaabaaaaaaabaaaaaaaab",
        4: _fibonacci(100),
        7: "a" * n,
        8: "a" * (n - 1) + "b",
        9: _fibonacci(n),
        10: _letters(n, "ab", rng),
        11: (("a" * 999 + "b") * 700 + ("a" * 1000 + "b") * 300)[:n],
        12: "abcdefghijklmnopqrstuvwxyz" * 20000 + "abcab" * 90000,
        13: (_letters(300000, "xyz", rng) * 4)[:n],
    }
    return texts.get(i, _letters(40 * i, "ab" if i == 5 else "aab", rng)) + "\n"


def small(i: int, rng: Random) -> str:
    """At most 14 notes."""
    if i % 3 == 0:
        return (_letters(rng.randint(1, 4), "ab", rng) * 5)[: rng.randint(1, 14)] + "\n"
    return _letters(rng.randint(1, 14), "ab", rng) + "\n"

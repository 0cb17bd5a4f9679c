"""Tests of Census of Patterns: one letter, Fibonacci words, random letters, repeated blocks."""

from random import Random


def _fibonacci(n: int) -> str:
    a, b = "b", "a"
    while len(b) < n:
        a, b = b, b + a
    return b[:n]


def _letters(n: int, kinds: str, rng: Random) -> str:
    return "".join(rng.choice(kinds) for _ in range(n))


def _case(ribbon: str, q: int, rng: Random) -> str:
    n = len(ribbon)
    rows = [ribbon, str(q)]
    for k in range(q):
        a = rng.randint(1, min(n, 10 ** rng.randint(0, 5)))
        rows.append(f"{a} {rng.choice([a, min(300000, a + k % 9), rng.randint(a, 300000)])}")
    return "\n".join(rows) + "\n"


def test(i: int, rng: Random) -> str:
    """Tests 1–6 are short, 7–13 long."""
    n = 300000
    texts = {
        1: "q",
        2: "aaaaaaaaab",
        3: "abcbcbcabcbcbc",
        7: "a" * n,
        8: _fibonacci(n),
        9: _letters(n, "ab", rng),
        10: _letters(n, "abcdefghijklmnopqrstuvwxyz", rng),
        11: _letters(1000, "abc", rng) * 300,
        12: "a" * (n // 2) + "b" * (n // 2 - 1) + "c",
        13: (_letters(400, "xy", rng) + _letters(50, "z", rng)) * 600,
    }
    return _case(texts.get(i, _letters(50 * i, "ab" if i == 4 else "abcd", rng)), 50 if i < 7 else 70000, rng)


def small(i: int, rng: Random) -> str:
    """At most 14 letters."""
    return _case(_letters(rng.randint(1, 14), "ab" if i % 2 else "abc", rng), 6, rng)

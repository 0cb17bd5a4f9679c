"""Tests of Pairs of Bangles: few kinds, anagrams, mirror images, one huge group."""

from random import Random


def _turn(word: str, rng: Random) -> str:
    k = rng.randrange(len(word))
    return word[k:] + word[:k]


def _word(length: int, letters: str, rng: Random) -> str:
    return "".join(rng.choice(letters) for _ in range(length))


def _case(words: list[str]) -> str:
    return "\n".join([str(len(words)), *words]) + "\n"


def test(i: int, rng: Random) -> str:
    """Tests 1–6 have a few hundred records of short words, 7–11 many."""
    if i <= 6:
        return _case([_word(rng.randint(1, i + 1), "abc"[: 1 + i % 3], rng) for _ in range(100 * i)])
    if i == 7:
        return _case([_turn("abcabdab", rng) for _ in range(100000)])
    if i == 8:
        kinds = [_word(14, "ab", rng) for _ in range(3000)]
        return _case([_turn(rng.choice(kinds), rng) for _ in range(100000)])
    if i == 9:
        return _case([_word(16, "abcdefghijklmnopqrstuvwxyz", rng) for _ in range(100000)])
    if i == 10:
        kinds = [_word(12, "xyz", rng) for _ in range(500)]
        kinds += [kind[::-1] for kind in kinds]
        return _case([_turn(rng.choice(kinds), rng) for _ in range(100000)])
    return _case([_word(rng.randint(1, 20), "ab", rng) for _ in range(100000)])


def small(i: int, rng: Random) -> str:
    """At most 12 records of at most 5 letters."""
    return _case([_word(rng.randint(1, 5), "abc", rng) for _ in range(rng.randint(1, 12))])

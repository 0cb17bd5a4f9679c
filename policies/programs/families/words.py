"""Letters and words: ciphers, reversals, sorting, counting, anagrams, palindromes, letter stocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator
from json import dumps, loads

Working = Generator[str, None, str]

# Relative frequency of letters in English text, per mille, from a to z (rounded textbook figures).
_FREQUENCY = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        (82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1),
        strict=True,
    )
)
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "the of and to a in is it you that he was for on are with as i his they be at one have this from or "
        "had by but not what all were we when your can there she an which do their if will about out many "
        "then them would some her my me no him into so up has more our who could been any than its very",
    )
)


def _shift(text: str, places: int) -> str:
    def back(letter: str) -> str:
        base = ord("A") if letter.isupper() else ord("a")
        return chr((ord(letter) - base - places) % 26 + base)

    return "".join(back(c) if c.isascii() and c.isalpha() else c for c in text)


def caesar_cipher(text: str) -> Working:
    """Try all shifts; the plainest is the one with most common words, then most common letters."""
    secret = str(re.findall(r"cipher text: (.*?)\. Provide", text, re.DOTALL)[-1])
    best, plain = (-1.0, -1.0), secret
    for places in range(26):
        candidate = _shift(secret, places)
        found = re.findall(r"[a-z']+", candidate.lower())
        known = sum(len(w) for w in found if w in _COMMON)
        score = (float(known), float(sum(_FREQUENCY.get(c, 0) for c in candidate.lower())))
        yield f"shift {places}: {candidate[:40]} ({known} letters in common words)"
        if score > best:
            best, plain = score, candidate
    return plain


def spell_backward(text: str) -> Working:
    """Take letters from the end."""
    word = str(re.findall(r"\(example: .*\): (\S+)", text)[-1])
    for stop in range(len(word), 0, -1):
        yield f"{word[stop - 1]} -> {word[stop - 1 :][::-1]}"
    return word[::-1]


def word_sequence_reversal(text: str) -> Working:
    """Take words from the end."""
    words = re.findall(r"list of words: (.*)", text)[-1].split(", ")
    for count, word in enumerate(reversed(words), 1):
        yield f"{count}: {word}"
    return ", ".join(reversed(words))


def word_sorting(text: str) -> Working:
    """Insertion sort by code points."""
    order = re.findall(r"in (ascending|descending) order \(", text)[-1]
    ordered: list[str] = []
    for word in re.findall(r"comma-separated list: (.*)", text)[-1].split(", "):
        place = sum(other <= word for other in ordered)
        ordered.insert(place, word)
        yield f"insert {word} at {place + 1}"
    return ", ".join(ordered if order == "ascending" else ordered[::-1])


def letter_counting(text: str) -> Working:
    """Count the letter word by word, in either case."""
    letter, passage = re.findall(r'the letter "(.)" appear in the text: "(.*)"\?', text, re.DOTALL)[-1]
    total = 0
    for word in passage.split():
        total += word.lower().count(letter.lower())
        yield f"{word}: {total}"
    return str(total)


def isomorphic_strings(text: str) -> Working:
    """Build the map letter by letter in both directions; a clash means False."""
    first, second = re.findall(r"isomorphic, or False otherwise:\n(\S+) (\S+)", text)[-1]
    there: dict[str, str] = {}
    back: dict[str, str] = {}
    for a, b in zip(first, second, strict=True):
        yield f"{a} -> {b}"
        if there.setdefault(a, b) != b or back.setdefault(b, a) != a:
            yield f"but {a} -> {there[a]} and {back.get(b)} -> {b}"
            return "False"
    return "True"


def ransom_note(text: str) -> Working:
    """Compare the stock of every letter in the magazine with what the note needs."""
    note, magazine = re.findall(r"note: (\S*)\nMagazine: (\S*)", text)[-1]
    stock = Counter(magazine)
    enough = True
    for letter, count in sorted(Counter(note).items()):
        yield f"{letter}: needs {count}, has {stock[letter]}"
        enough = enough and count <= stock[letter]
    return str(enough)


def group_anagrams(text: str) -> Working:
    """Words with the same sorted letters belong together."""
    groups: dict[str, list[str]] = {}
    for word in loads(re.findall(r"into anagrams:\s*(\[.*\])", text, re.DOTALL)[-1]):
        key = "".join(sorted(word))
        groups.setdefault(key, []).append(word)
        yield f"{word}: {key}"
    return dumps([sorted(group) for group in groups.values()])


def palindrome_generation(text: str) -> Working:
    """Half of every pair of letters on the left, an odd letter in the middle, the mirror on the right."""
    letters = Counter(re.findall(r"letters: ([a-z, ]+)", text)[-1].split(", "))
    half, middle = "", ""
    for letter, count in sorted(letters.items()):
        half += letter * (count // 2)
        middle += letter * (count % 2)
        yield f"{letter} {count} times: left {half}, middle {middle}"
    if len(middle) > 1:
        raise ValueError("more than one letter is odd")
    return half + middle + half[::-1]


def palindrome_partitioning(text: str) -> Working:
    """All partitions: every palindrome that starts the string, before every partition of the rest."""
    string = re.findall(r"into palindromes: (\w+)", text)[-1]
    partitions: list[list[list[str]]] = [[] for _ in string] + [[[]]]
    for start in range(len(string) - 1, -1, -1):
        for stop in range(start + 1, len(string) + 1):
            part = string[start:stop]
            if part == part[::-1]:
                partitions[start] += [[part, *rest] for rest in partitions[stop]]
        yield f"from {start}: " + "; ".join(" ".join(p) for p in partitions[start])
    return dumps(partitions[0])


def emoji_mystery(text: str) -> Working:
    """Variation selectors carry bytes: U+FE00 to U+FE0F are 0 to 15, U+E0100 and on are 16 and on."""
    data = bytearray()
    for code in map(ord, text):
        if 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
            data.append(code - 0xFE00 if code < 0xE0100 else code - 0xE0100 + 16)
            yield f"U+{code:X}: byte {data[-1]} {chr(data[-1]) if 32 <= data[-1] < 127 else ''}"
    return data.decode("utf-8")


def needle_haystack(text: str) -> Working:
    """Read on until the sentence that says what the question asks; its subject is the answer."""
    wanted = re.findall(r"^Who (.*?)\? Reply", text, re.MULTILINE)[-1]
    for sentence in re.findall(r"([A-Z][\w'-]*) ([^.]*?)\.", text):
        yield f"{sentence[0]}: no" if sentence[1] != wanted else f"{sentence[0]} {sentence[1]}: yes"
        if sentence[1] == wanted:
            return str(sentence[0])
    raise ValueError("nobody does it")


FAMILIES = {
    "caesar_cipher": (r"Caesar cipher text: ", caesar_cipher),
    "spell_backward": (r"Spell this word backward", spell_backward),
    "word_sequence_reversal": (r"Reverse this list of words: ", word_sequence_reversal),
    "word_sorting": (r"sort these words in \w+ order", word_sorting),
    "letter_counting": (r'times does the letter "', letter_counting),
    "isomorphic_strings": (r"two strings are isomorphic", isomorphic_strings),
    "ransom_note": (r"^Ransom note: ", ransom_note),
    "group_anagrams": (r"list of words into anagrams", group_anagrams),
    "palindrome_generation": (r"valid palindrome using the following letters", palindrome_generation),
    "palindrome_partitioning": (r"following string into palindromes", palindrome_partitioning),
    "emoji_mystery": (r"sentence from the emoji: ", emoji_mystery),
    "needle_haystack": (r"^Who [^?]*\? Reply only with a name", needle_haystack),
}

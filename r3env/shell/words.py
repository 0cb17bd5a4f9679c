"""Shell words: the patterns of words that only carry text, and their value after quote removal."""

from __future__ import annotations

import re

from r3env.shell.line import ANSI, BRACE, DYNAMIC, GLOB, TILDE, VARIABLE, Word
from r3env.shell.tables import DYNAMIC_VARIABLES

# A plain $name, ${name}, positional or status parameter: expands to text that is already there. `$#` counts,
# `$(…)`, `${x//…}`, `$((…))`, `$[…]` compute: none of them matches.
DOLLAR = r"\$(?:[A-Za-z_][A-Za-z0-9_]*+|\{[A-Za-z_][A-Za-z0-9_]*+\}|[0-9?$!@*])"
_LONE_DOLLAR = r"\$(?=[ \t\n\".,;:)/|=+<>~%^\]])"
SINGLE = r"'[^']*+'"
DOUBLE = rf'"(?:[^"\\$`]++|\\[\s\S]|{DOLLAR}|{_LONE_DOLLAR})*+"'
_ANSI = r"\$'(?:[^'\\]++|\\[\s\S])*+'"
_ESCAPE = r"\\[^\n]"
# Bytes above 0x7f stand for one byte of a UTF-8 sequence (the line is read as Latin-1).
_BARE = r"[A-Za-z0-9_./:=,+@%\-*?\[\]~^{}!#\x80-\xff]++"
PLAIN_WORD = r"[A-Za-z0-9_./:=,+@%\-]++"
TEXT_WORD = rf"(?:{_BARE}|{SINGLE}|{DOUBLE}|{_ANSI}|{_ESCAPE}|{DOLLAR})++"

# A backslash before a line break would join lines, and could hide the delimiter.
_PLAIN_BODY = re.compile(rf"(?:[^\\$`]++|\\[^\n]|{DOLLAR}|\$(?![A-Za-z0-9_{{(\[?$!@*#\-]))*+")

_PIECE = re.compile(
    rf"({_BARE})|({SINGLE})|({DOUBLE})|({_ANSI})|({_ESCAPE})|({DOLLAR})"  # one group a kind, in this order
)
_PLAIN = re.compile(PLAIN_WORD)
_TEXT = re.compile(TEXT_WORD)
_DQ_ESCAPE = re.compile(r"\\([$`\"\\])|\\\n")
_DQ_VARIABLE = re.compile(rf"\\[\s\S]|({DOLLAR})")
ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*+)\+?=")


def is_plain_body(text: str, start: int, end: int) -> bool:
    """True when the body of an unquoted here-document expands to text only."""
    if not _PLAIN_BODY.fullmatch(text, start, end):
        return False
    found = _DQ_VARIABLE.finditer(text, start, end) if "$" in text else ()
    return all(not match[1] or _variable(match[1]) != DYNAMIC for match in found)


def is_assignment(raw: str) -> bool:
    """True when a word in front of a command is an assignment."""
    return ASSIGNMENT.match(raw) is not None


def splits(raw: str) -> bool:
    """True when an unquoted variable in a word may make several words of it.

    >>> splits("x=$y"), splits('x="$y"')
    (True, False)
    """
    return any(match.lastindex == 6 for match in _PIECE.finditer(raw))


def assigned(word: Word) -> tuple[str, str | None]:
    """Name and value of an assignment word (value None when known only at run time).

    >>> assigned(read_word("A='b c'"))
    ('A', 'b c')
    """
    match = ASSIGNMENT.match(word.raw)
    name = match[1] if match else ""
    if word.value is None:
        return name, None
    return name, word.value.partition("=")[2]


def read_word(raw: str) -> Word:
    """The word that stands in a line as ``raw``.

    >>> read_word('a"b"').value, read_word("$x").value
    ('ab', None)
    """
    if _PLAIN.fullmatch(raw):
        return Word(raw, raw, 0)
    inner = raw[1:-1]
    if raw[0] == "'" and len(raw) > 1 and "'" not in inner and raw[-1] == "'":
        return Word(inner, raw, 0)
    if not _TEXT.fullmatch(raw):
        return Word(None, raw, DYNAMIC)
    if raw[0] == '"' and raw[-1] == '"' and '"' not in inner and "\\" not in raw and "$" not in raw:
        return Word(inner, raw, 0)
    return _pieces(raw)


def _pieces(raw: str) -> Word:
    flags = 0
    value: list[str] = []
    bare: list[str] = []
    for match in _PIECE.finditer(raw):
        text, kind = match[0], match.lastindex
        if kind == 1:
            bare.append(text)
            value.append(text)
        elif kind == 2:
            value.append(text[1:-1])
        elif kind == 3:
            flags |= _double(text)
            value.append(_DQ_ESCAPE.sub(lambda m: m[1] or "", text[1:-1]))
        elif kind == 4:
            flags |= ANSI
        elif kind == 5:
            value.append(text[1])
        else:
            flags |= _variable(text)
    if bare:
        flags |= _bare_flags("".join(bare), raw)
    return Word(None if flags & (VARIABLE | ANSI | DYNAMIC) else "".join(value), raw, flags)


def _double(text: str) -> int:
    """Flags of a double-quoted piece."""
    flags = 0
    if "$" in text:
        for match in _DQ_VARIABLE.finditer(text):
            if match[1]:
                flags |= _variable(match[1])
    return flags


def _variable(text: str) -> int:
    """Some variables compute at every reference (RANDOM, SECONDS …)."""
    return DYNAMIC if text.strip("${}") in DYNAMIC_VARIABLES else VARIABLE


def _bare_flags(bare: str, raw: str) -> int:
    flags = 0
    if "*" in bare or "?" in bare or "[" in bare:
        flags |= GLOB
    if raw[0] == "~" or "=~" in bare or ":~" in bare:
        flags |= TILDE
    if "{" in bare and "}" in bare and raw != "{}":  # one alone is text
        # One comma list is a list of names; sequences and products of lists compute.
        simple = bare.count("{") == 1 and bare.count("}") == 1 and ".." not in bare and "," in bare
        flags |= BRACE if simple else DYNAMIC
    if bare[0] == "!" and raw != "!" and raw[0] == "!":
        flags |= DYNAMIC  # history expansion, where it is on
    return flags

"""A command line read: plain and agreed by both readings, or with the reasons why it cannot be free."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from r3env.decision import SubClass
from r3env.shell.grammar import bash_refuses, parse, witness
from r3env.shell.line import Construct, Simple
from r3env.shell.scan import TIMED, Scan, scan
from r3env.shell.walk import walk

MAX_LENGTH = 8 << 20  # bytes; a longer command is a protocol error
MAX_STRUCTURE = 256 << 10  # bytes; in a longer line that is not plain no commands are looked for
_HARD_RUN = b"<" * 500  # on longer ones the grammar takes time by their square
_UNREADABLE = "bash accepts the line, but the grammar cannot read all of it"

# The base of a number in arithmetic, `10#$x`, which the grammar cannot read before an expansion.
_BASE = re.compile(r"(?<=[(\s+*/%,=<>-])[0-9]{1,2}#(?=\$)")

_TOO_LONG = "the line is too long to be followed"


class Reading(NamedTuple):
    """What stands in a line.

    Attributes:
        items: simple commands and constructs in order of appearance.
        text: the line; bytes of a non-ASCII one decoded as Latin-1, so that offsets are those of the bytes.
        plain: both readings agree that there is nothing but simple commands on text words.
        doubt: empty, or why a line without any construct is not plain.
        broken: the tree cannot be trusted to hold everything that bash would run.
        other: where the readings differ in a word, the simple commands of the strict one.
        error: empty, or why the line is a protocol error; then there are no items.
        subclass: syntax or protocol when there is an error.
    """

    items: Sequence[Simple | Construct]
    text: str = ""
    plain: bool = False
    doubt: str = ""
    broken: bool = False
    error: str = ""
    subclass: SubClass = SubClass.SYNTAX
    other: Sequence[Simple] = ()


def _refused(error: str, subclass: SubClass = SubClass.SYNTAX) -> Reading:
    return Reading([], error=error, subclass=subclass)


def _without(source: bytes, strict: Scan) -> bytes:
    """The line as the grammar can read it: here-documents blanked out, here-strings as files that are read.

    It misreads many of the former, and the latter behind another redirection.
    """
    shown = bytearray(source)
    for start, end in strict.documents:
        shown[start:end] = b" " * (end - start)
    for start in strict.strings:
        shown[start : start + 3] = b"  <"
    return bytes(shown)


def _readable(text: str) -> bytes:
    """A line that is not plain, as long as before, without what the grammar misreads."""
    text = TIMED.sub("    ", text)
    if "((" in text:
        text = _BASE.sub(lambda match: " " * len(match[0]), text)
    return text.encode("latin-1")


def read(command: str) -> Reading:
    """Read one command line. Never raises on any text, and never runs any of it."""
    if "\0" in command:
        return _refused(
            "the command holds a NUL byte, which no shell command can: send text", SubClass.PROTOCOL
        )
    try:
        source = command.encode()
    except UnicodeEncodeError:
        return _refused(
            "the command holds half a character (a lone surrogate): send UTF-8", SubClass.PROTOCOL
        )
    if len(source) > MAX_LENGTH:
        return _refused(
            f"the command has {len(source)} bytes, at most {MAX_LENGTH} are read", SubClass.PROTOCOL
        )
    text = command if len(source) == len(command) else source.decode("latin-1")
    strict = scan(text)
    shown = source if strict.plain else _readable(text)
    shown = _without(shown, strict) if strict.documents or strict.strings else shown
    if not strict.plain and _HARD_RUN in shown:
        refusal = bash_refuses(source)
        if refusal is not None:
            return _refused(f"bash cannot parse the command: {refusal}")
        return Reading([Construct(_TOO_LONG, 0, 0, len(text))], text, False, _TOO_LONG, True)
    root = parse(shown)
    broken = root.has_error or strict.impossible
    if strict.plain and not broken and witness(root) == strict.spans:
        if not strict.simples:
            return _refused("the command is empty: nothing to run", SubClass.PROTOCOL)
        return Reading(strict.simples, text, True)
    differ = strict.plain
    if broken or differ or "<<" in text:  # the grammar does not miss the last line of a here-document
        refusal = bash_refuses(source)
        if refusal is not None:
            return _refused(f"bash cannot parse the command: {refusal}")
    if len(source) > MAX_STRUCTURE:
        return Reading([Construct(_TOO_LONG, 0, 0, len(text))], text, False, _TOO_LONG, True)
    items, whole = walk(root, text)
    doubt = (
        _UNREADABLE if broken or differ else "not every part of the line is known to be free of computation"
    )
    return Reading(items, text, False, doubt, broken or not whole, other=strict.simples)

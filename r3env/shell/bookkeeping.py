"""Bookkeeping commands of the protocol (spec section 5): free, and recognized only when they stand alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from r3env.decision import Decision, Kind, SubClass
from r3env.shell.words import TEXT_WORD, read_word

COMMANDS = ("focus_problem", "shelve_problem", "contest_status", "submit_answer", "mark_task_complete")

_COMMAND = re.compile(rf"({'|'.join(COMMANDS)})(?:\s+|\Z)")
_QUOTED = re.compile(r"""\\.|'[^']*+'|"(?:[^"\\]++|\\[\s\S])*+\"""")
_OPERATOR = re.compile(r"[;&|]")  # outside quotes they make a shell line of it
_ONE_WORD = re.compile(TEXT_WORD)
_LABEL_LIKE = re.compile(r"[A-Za-z]|[0-9]+")  # a note of one such word is a wrong label


@dataclass(frozen=True, slots=True)
class Bookkeeping:
    """A bookkeeping command as typed.

    Attributes:
        name: one of `COMMANDS`.
        label: problem it is about, None when it names none.
        text: the note of ``shelve_problem`` or the answer of ``submit_answer``; empty otherwise.
        error: empty, or what is wrong with it and how to write it.
    """

    name: str
    label: str | None = None
    text: str = ""
    error: str = ""

    @property
    def decision(self) -> Decision:
        """Free bookkeeping, or a protocol error with its lesson."""
        problems = () if self.label is None else (self.label,)
        if self.error:
            return Decision(Kind.ERROR, SubClass.PROTOCOL, self.error, (self.name,))
        return Decision(
            Kind.FREE, SubClass.BOOKKEEPING, f"bookkeeping: {self.name}", (self.name,), (), problems
        )


def parse(command: str, labels: Sequence[str]) -> Bookkeeping | None:
    """Read a bookkeeping command; None when the line is not one (also when it is part of a longer line).

    Labels may be typed in lower case or as positions (``focus_problem 2`` is B). The answer of
    ``submit_answer`` is taken as typed; one pair of shell quotes around all of it is taken off.

    >>> parse("focus_problem b", ("A", "B"))
    Bookkeeping(name='focus_problem', label='B', text='', error='')
    >>> parse("focus_problem B && ls", ("A", "B")) is None
    True
    """
    line = command.strip()
    match = _COMMAND.match(line)
    if match is None:
        return None
    name, rest = match[1], line[match.end() :]
    if _OPERATOR.search(_QUOTED.sub("", rest)):
        return None
    if name in ("contest_status", "mark_task_complete"):
        if rest:
            return Bookkeeping(name, error=f"{name} takes no words, got {_cut(rest)}: write {name} alone")
        return Bookkeeping(name)
    if name != "submit_answer" and "\n" in _QUOTED.sub("", line[match.end(1) :]):
        lesson = "write it alone on one line, a note of several lines in quotes"
        return Bookkeeping(name, error=f"a line break ends {name}, and {_cut(rest)} follows: {lesson}")
    first, *others = rest.split(maxsplit=1)[:2] or [""]
    tail = others[0] if others else ""
    label = _label(first, labels)
    if name == "shelve_problem":
        if label is None and _LABEL_LIKE.fullmatch(rest):
            return Bookkeeping(name, error=_expected(name, first, labels))
        note = rest if label is None else tail
        return Bookkeeping(name, label, _unquoted(note))
    if label is None:
        return Bookkeeping(name, error=_expected(name, first, labels))
    if name == "focus_problem":
        if tail:
            return Bookkeeping(name, error=f"focus_problem takes one label, got {_cut(rest)}")
        return Bookkeeping(name, label)
    return _answer(label, tail)


def _answer(label: str, text: str) -> Bookkeeping:
    name = "submit_answer"
    if text in ("", "''", '""'):
        return Bookkeeping(
            name, label, error=f"submit_answer {label} needs an answer: submit_answer {label} '42'"
        )
    if _ONE_WORD.fullmatch(text):
        return Bookkeeping(name, label, _unquoted(text))
    if "\n" in text:
        lesson = "put an answer of several lines in single quotes: submit_answer"
        return Bookkeeping(
            name, label, error=f"{lesson} {label} '…' (a line break ends a shell command otherwise)"
        )
    return Bookkeeping(name, label, text)


def _unquoted(text: str) -> str:
    """``text`` without its quotes, when it is one quoted shell word."""
    if text[:1] not in ("'", '"') or not _ONE_WORD.fullmatch(text):
        return text
    value = read_word(text).value
    return text[1:-1] if value is None else value


def _label(word: str, labels: Sequence[str]) -> str | None:
    word = word.strip("'\"")
    if word.upper() in labels:
        return word.upper()
    if word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= len(labels):
        return labels[int(word[:4]) - 1]
    return None


def _expected(name: str, word: str, labels: Sequence[str]) -> str:
    came = f"got {_cut(word)}" if word else "got none"
    example = f"{name} {labels[0]}" + (" '42'" if name == "submit_answer" else "")
    return f"{name} needs one of the labels {', '.join(labels)}, {came}: {example}"


def _cut(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")

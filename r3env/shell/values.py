"""Variables that hold a program: ``p=./a.out; $p < in`` runs no builtin, so that it changes nothing in the shell."""

from __future__ import annotations

import re
from collections.abc import Iterable

from r3env.shell.line import BRACE, Construct, Simple, Word
from r3env.shell.tables import BUILTINS, SETTERS
from r3env.shell.unwrap import unwrap
from r3env.shell.words import assigned

# A program and perhaps its first arguments; nothing that bash would expand again. Or a format of printf, which as a
# command could only name a job. Neither begins like an option.
_TAME = re.compile(r"([A-Za-z0-9_./+][A-Za-z0-9_./+,=:@%\-]*+)(?: [A-Za-z0-9_./+,=:@% \-]*+)?|%[^*?\[]*+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*+")
_REFERENCE = re.compile(r'("?)\$(\{)?([A-Za-z_][A-Za-z0-9_]*+)(?(2)\})\1')


def is_tame(value: str | None) -> bool:
    """True when a command word that expands to ``value`` runs a program of its own, and no builtin.

    >>> is_tame("g++ -O2"), is_tame("alias ls=x"), is_tame("")
    (True, False, False)
    """
    match = _TAME.fullmatch(value or "")
    return match is not None and match[1] not in BUILTINS


def referred(word: str) -> str | None:
    """Name of the variable that makes up a whole command word (``$p``, ``"${p}"``), None for other words."""
    match = _REFERENCE.fullmatch(word)
    return match[3] if match else None


def untamed(items: Iterable[Simple | Construct]) -> set[str]:
    """Names that something in a line may give a value that is not known to be tame."""
    found: set[str] = set()
    for item in items:
        if isinstance(item, Construct):
            if not tame_loop(item):
                found.update(item.variables)
        elif item.local:
            if item.name is None:
                wild = [word for word in item.assigns if not _gives_program(word)]
                found.update(name for word in wild for name in _NAME.findall(word.raw)[:1])
            elif unwrap(item).name in SETTERS and not _only_prints(item):
                found.update(name for word in item.args for name in _NAME.findall(word.raw))
    return found


def _only_prints(simple: Simple) -> bool:
    """True for ``printf`` of a format. One that may be an option is not followed here: it may set any name."""
    named = simple.name is not None and simple.name.value == "printf" and bool(simple.args)
    return named and not (simple.args[0].flags & BRACE or (simple.args[0].value or "").startswith("-v"))


def tame_loop(item: Construct) -> bool:
    """True for ``for p in ./a ./b``: every value is a program."""
    return bool(item.values) and all(not word.flags and is_tame(word.value) for word in item.values)


def tamed(simple: Simple) -> list[str]:
    """Variables that a bare assignment surely gives a tame value."""
    if simple.name is not None or simple.conditional:
        return []
    return [assigned(word)[0] for word in simple.assigns if _gives_program(word)]


def _gives_program(word: Word) -> bool:
    """True for ``p=./a.out``."""
    name, value = assigned(word)
    return bool(name) and not word.flags and not word.raw.startswith(f"{name}+") and is_tame(value)

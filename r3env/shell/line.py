"""What a command line is made of: words, simple commands, scopes, and constructs that are never free."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

VARIABLE = 1  # holds a plain $name
GLOB = 2  # holds an unquoted * ? [
TILDE = 4  # starts with an unquoted ~
BRACE = 8  # holds one simple {a,b} list
ANSI = 16  # holds $'…', decoded by bash
DYNAMIC = 32  # holds an expansion that computes, or that we cannot read


class Word(NamedTuple):
    """One shell word.

    ``value`` is the text after quote removal, or None when it is known only at run time. With `GLOB` or
    `BRACE` it still holds the pattern characters.
    """

    value: str | None
    raw: str
    flags: int = 0

    @property
    def literal(self) -> bool:
        """True when the value is exactly what the program will get."""
        return not self.flags


class Redirect(NamedTuple):
    """One redirection; ``target`` is the here-document's delimiter when ``op`` is ``<<`` or ``<<-``."""

    op: str
    target: Word


class Scope:
    """A shell process: the line's own shell, or a subshell inside it. Compared by identity."""

    __slots__ = ("depth", "parent")

    def __init__(self, parent: Scope | None = None) -> None:
        self.parent = parent
        self.depth: int = 0 if parent is None else parent.depth + 1


@dataclass(slots=True)
class Simple:
    """One simple command: assignments, name, arguments, redirections.

    Attributes:
        scope: the shell process it runs in.
        start: offset of its first character in the line.
        end: offset after its last character.
        isolated: runs in a process of its own (a part of a pipeline, or in the background).
        conditional: it may not run at all (after ``||``, in a branch, a loop or a function body).
    """

    scope: Scope
    start: int
    end: int = 0
    name: Word | None = None
    args: list[Word] = field(default_factory=list)
    assigns: list[Word] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    isolated: bool = False
    conditional: bool = False

    @property
    def local(self) -> bool:
        """True when it can change the session's own shell."""
        return not self.isolated and self.scope.parent is None


@dataclass(slots=True)
class Construct:
    """Something in a line that is never free: a loop, a substitution, arithmetic …

    Attributes:
        reason: why it is counted, in plain words.
        depth: nesting level.
        start: offset of its first character.
        end: offset after its last character.
        function: name that it defines, empty when it defines none.
        bare: no command stands inside it, so that it is shown on its own.
        variables: names that it may set by itself: loop variables, arithmetic, ``${x:=…}``.
        values: words that a ``for`` loop goes through.
    """

    reason: str
    depth: int
    start: int
    end: int
    function: str = ""
    bare: bool = True
    variables: tuple[str, ...] = ()
    values: tuple[Word, ...] = ()

"""Wrappers: which command a line really runs behind ``timeout 5``, ``env A=1``, ``nohup`` and the like."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from r3env.shell.line import Simple, Word
from r3env.shell.tables import SYSTEM_FOLDERS, WRAPPERS, Wrapper
from r3env.shell.words import is_assignment, splits

_OF_THE_SHELL = ("command", "builtin", "time")
_NUMBER_OPTION = re.compile(r"-[0-9]+")


@dataclass(slots=True)
class Command:
    """What is left of a simple command without its wrappers.

    Attributes:
        name: program, without its folder when that is a system folder; empty when there is none; None when it
            is known only at run time.
        args: its arguments.
        assigns: assignments in front of it, also those of ``env``.
        problem: why the wrapping could not be followed; empty mostly.
        wrappers: names of the wrappers, outermost first.
        word: the word that names the program, as typed.
    """

    name: str | None
    args: list[Word]
    assigns: list[Word]
    problem: str = ""
    wrappers: list[str] = field(default_factory=list)
    word: str = ""

    @property
    def loose(self) -> Word | None:
        """An argument that is an assignment and is split like any word, which a bare ``export`` prevents."""
        if self.word == self.name and all(wrapper == "time" for wrapper in self.wrappers):
            return None
        return next((word for word in self.args if is_assignment(word.raw) and splits(word.raw)), None)

    @property
    def outside(self) -> bool:
        """True when a wrapper runs it in a process of its own, where it changes nothing about the shell."""
        return any(wrapper not in _OF_THE_SHELL for wrapper in self.wrappers)


def unwrap(simple: Simple) -> Command:
    """The command behind all wrappers."""
    if simple.name is None:
        return Command("", [], simple.assigns)
    command = Command(program_name(simple.name), simple.args, simple.assigns, word=simple.name.raw)
    while command.name in WRAPPERS and not command.problem:
        wrapper = command.name
        command.wrappers.append(wrapper)
        if wrapper == "command" and _asks(command.args):
            command.name, command.args = "type", command.args[1:]
            break
        if not _step(command, WRAPPERS[wrapper]):
            command.problem = command.problem or f"{wrapper} without a command is not known to be passive"
    return command


def program_name(word: Word) -> str | None:
    """Name of the program that a command word names; ``/bin/ls`` is ``ls``."""
    if word.flags or not word.value:
        return None
    folder, slash, base = word.value.rpartition("/")
    return base if slash and folder in SYSTEM_FOLDERS else word.value


def _asks(args: list[Word]) -> bool:
    """``command -v NAME`` only says what NAME is."""
    return bool(args) and args[0].value in ("-v", "-V")


def _step(command: Command, table: Wrapper) -> bool:
    """Strip one wrapper's own words; False when no command follows or an option is unknown."""
    args = command.args
    at = 0
    options, operands = True, table.operands
    while at < len(args):
        text = args[at].value if args[at].literal else None
        if options and text == "--":
            options = False
            at += 1
        elif options and text is not None and text[:1] == "-" and text != "-":
            taken = _option_words(table, text)
            if not taken or not all(word.literal for word in args[at : at + taken]):
                command.problem = f"{command.wrappers[-1]} {text} is not known to be passive"
                return False
            at += taken
        elif table.assigns and is_assignment(args[at].raw):
            if command.wrappers[-1] == "env" and splits(args[at].raw):
                command.problem = f"{args[at].raw[:40]} may expand to several words"
                return False
            command.assigns = [*command.assigns, args[at]]
            at += 1
        elif operands:
            if text is None:
                command.problem = f"{args[at].raw[:40]} is known only at run time"
                return False
            options = False
            operands -= 1
            at += 1
        else:
            break
    if at >= len(args):
        return False
    command.name = program_name(args[at])
    command.word = args[at].raw
    command.args = args[at + 1 :]
    return True


def _option_words(table: Wrapper, text: str) -> int:
    """Number of words that an option takes, 0 when it is unknown."""
    if text[:2] == "--":
        option, equals, _ = text[2:].partition("=")
        if option in table.long and not equals:
            return 1
        return (1 if equals else 2) if option in table.long_valued else 0
    if "#" in table.flags and _NUMBER_OPTION.fullmatch(text):
        return 1
    for index, letter in enumerate(text[1:], start=2):
        if letter in table.valued:
            return 1 if text[index:] else 2
        if letter not in table.flags or letter == "#":
            return 0
    return 1

"""What a command that ran leaves behind: the shell's state, and the working directory along a line."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from r3env.decision import Decision, Kind, SubClass
from r3env.shell.line import Construct, Scope, Simple, Word
from r3env.shell.reading import read
from r3env.shell.settings import BUILTIN_EFFECTS, assign, declare, harmless, redirected, variables
from r3env.shell.state import ShellState
from r3env.shell.tables import (
    OPAQUE,
    PATH_FOLDERS,
    SHELLS,
    names,
)
from r3env.shell.territory import absolute
from r3env.shell.unwrap import Command, unwrap
from r3env.shell.values import referred, tame_loop, tamed, untamed

# A command word with a slash in it, whatever its variables hold: no builtin has one. An unquoted variable may hold
# several words, but those that cannot be set without a notice.
_HAS_SLASH = re.compile(
    r"""[^$`{/"]*/ | \$(?:HOME|PWD)/ | \$\{(?:HOME|PWD)\}/ | "[^"`(/]*/[^"`(]*"\Z""", re.VERBOSE
)
_DESCRIPTOR = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)(?:\[[^\]]*\])?\}(?=[<>])")  # {name}> sets the variable
_ALIAS_NAME = re.compile(r"[A-Za-z0-9_.:+-]+")
_DECLARERS = names("declare typeset local readonly export")
_READERS = names("read mapfile readarray getopts")
_FOLDER_CHANGERS = names("cd pushd popd")


class Folders:
    """The working directory of every shell process of a line, as far as it is known."""

    __slots__ = ("_now", "_state")

    def __init__(self, state: ShellState) -> None:
        self._state = state
        self._now: dict[Scope, tuple[str | None, str | None]] = {}

    def cwd(self, scope: Scope) -> str | None:
        """Working directory at this point of the line."""
        return self._both(scope)[0]

    def _both(self, scope: Scope) -> tuple[str | None, str | None]:
        """Working directory and the one before; a subshell starts where its parent stands."""
        found = self._now.get(scope)
        if found is None:
            found = (
                (self._state.cwd, self._state.oldpwd) if scope.parent is None else self._both(scope.parent)
            )
            self._now[scope] = found
        return found

    def note(self, simple: Simple, command: Command) -> None:
        """Follow a ``cd``."""
        if command.name not in _FOLDER_CHANGERS or simple.isolated or command.outside:
            return
        cwd, before = self._both(simple.scope)
        operands = [word for word in command.args if word.value not in ("-L", "-P", "--")]
        target: str | None = None
        if command.name == "cd" and len(operands) == 1 and not simple.conditional:
            word = operands[0]
            if word.value == "-":
                target = before
            elif word.literal and word.value is not None:
                target = absolute(word.value, cwd)
        if "cd" in self._state.names:
            target = None
        self._now[simple.scope] = (None if target is None else self._state.follow(target), cwd)


def inline_script(command: Command) -> str | None:
    """The literal script that ``bash -c`` or ``eval`` runs, None when there is none or it is not literal."""
    name = command.name or ""
    if name == "eval":
        values = [word.value for word in command.args]
        return None if None in values else " ".join(value or "" for value in values)
    if name.rpartition("/")[2] not in SHELLS:
        return None
    for option, script in itertools.pairwise(command.args):
        if option.value and option.value[0] == "-" and option.value[-1] == "c":
            return script.value
    return None


def after(state: ShellState, command: str, decision: Decision, exit_code: int | None) -> ShellState:
    """See `r3env.shell.state.ShellState.after`."""
    if not decision.runs or decision.subclass is SubClass.BOOKKEEPING:
        return state
    reading = read(command)
    if reading.error:
        return state
    if reading.broken:
        state = state.lost("a line that the grammar cannot read was run")
    if decision.kind is Kind.COUNTED:  # in a free line it is quoted text
        state = harmless(state, _DESCRIPTOR.findall(reading.text))
    for simple in reading.other:
        if simple.local:
            state = _shell_effects(state, simple, unwrap(simple))
    loose = untamed(reading.items) | untamed(reading.other)  # loops make "later in the line" mean nothing
    bodies = [item for item in reading.items if isinstance(item, Construct) and item.function]
    before = state = state.wild(loose, bool(bodies))
    loops: list[Construct] = []  # over programs
    folders = Folders(state)
    root = None
    moved = False
    for item in reading.items:
        if isinstance(item, Construct):
            state = _construct(state, item)
            loops += [item] if tame_loop(item) and loose.isdisjoint(item.variables) else []
            continue
        behind = unwrap(item)
        # When a function is called, its variables may hold something else, and IFS may split them.
        called = any(body.start < item.start < body.end for body in bodies)
        programs = frozenset() if called else state.programs
        whole = behind.word[:1] == '"' or not called
        if behind.name is None and whole and _runs_program(programs, item, behind, loops):
            continue
        here = folders.cwd(item.scope)
        if item.local:
            root = item.scope
            moved = moved or (behind.name in _FOLDER_CHANGERS and not behind.outside)
            held = state.programs
            state = _shell_effects(replace(state, programs=programs), item, behind)
            state = replace(state, programs=held) if called and not state.programs else state
            for name in tamed(item):
                state = state if name in loose else state.tame(name)
        state = _file_effects(state, item, behind, here)
        folders.note(item, behind)
    if exit_code != 0:  # it may not have come to every assignment
        state = replace(state, programs=before.programs)
    if moved and root is not None:
        state = state.moved(folders.cwd(root) if exit_code == 0 else None)
    return state


def _runs_program(programs: frozenset[str], simple: Simple, command: Command, loops: list[Construct]) -> bool:
    """True when the variable in the place of the command is known to hold a program."""
    name = referred(command.word)
    inside = any(name in loop.variables and loop.start < simple.start < loop.end for loop in loops)
    return name is not None and (name in programs or inside)


def _construct(state: ShellState, item: Construct) -> ShellState:
    """A function gives a name another meaning; loops, arithmetic and operators may set variables."""
    if item.function:
        state = state.redefined(item.function, item.function.rpartition("/")[2])
    if item.function == "command_not_found_handle":
        return state.lost("command_not_found_handle was defined")
    return harmless(state, item.variables)


def _shell_effects(state: ShellState, simple: Simple, command: Command) -> ShellState:
    """What one simple command may change in the shell itself."""
    name = command.name
    if command.outside:
        return state
    if name is None:
        return (
            state
            if _HAS_SLASH.match(command.word)
            else state.lost("a command word was known only at run time")
        )
    if command.problem or not name:  # a wrong option: nothing is run but a program
        for word in command.assigns:
            state = assign(state, word)
        return state
    if name in OPAQUE:
        return state.lost(f"{name} was run")
    if name == "exec":
        return redirected(state, simple, command)
    if name in _DECLARERS:
        if command.loose is not None:
            return state.lost(f"{command.loose.raw[:40]} may have set any variable")
        return declare(state, name, command.args)
    if name in _READERS:
        return variables(state, command.args)
    if name == "alias":
        return _alias(state, command.args)
    handler = BUILTIN_EFFECTS.get(name)
    return state if handler is None else handler(state, command.args)


def _alias(state: ShellState, args: list[Word]) -> ShellState:
    for word in args:
        if word.value is None or word.flags:
            return state.lost("an alias known only at run time was made")
        name, equals, text = word.value.partition("=")
        if not equals:
            continue
        body = read(text)
        if not _ALIAS_NAME.fullmatch(name) or body.error or body.broken:
            return state.lost(f"the alias {name[:40]} was made")
        state = state.redefined(name).wild(untamed(body.items), for_good=True)
        for item in body.items:
            if isinstance(item, Construct):
                state = _construct(state, item)
            else:
                state = _shell_effects(state, item, unwrap(item))
    return state


def _file_effects(state: ShellState, simple: Simple, command: Command, cwd: str | None) -> ShellState:
    """Links, and programs put into a folder of PATH."""
    words = [word.value for word in command.args if word.value and word.value[0] != "-"]
    places = [r.target.value for r in simple.redirects if ">" in r.op and r.target.value]
    known = replace(state, cwd=cwd)
    for text in (*words, *places):
        folder, _, base = (absolute(text, known.cwd) or "").rpartition("/")
        if f"{folder}/{base}" in PATH_FOLDERS:
            state = state.redefined(*(other.rstrip("/").rpartition("/")[2] for other in words))
        elif folder in PATH_FOLDERS and command.name not in _LOOKERS:
            state = state.redefined(base)
    if command.name == "ln" and len(words) == 2:
        state = _link(state, words[0], words[1], cwd)
    return state


_LOOKERS = names("ls cat head tail stat which type find file")


def _link(state: ShellState, target: str, link: str, cwd: str | None) -> ShellState:
    """A link to ``target``; when ``link`` is a folder it lies inside it."""
    place = absolute(link, cwd)
    if place is None:
        return state
    for where in (place, f"{place}/{target.rstrip('/').rpartition('/')[2]}"):
        aim = absolute(target, where.rpartition("/")[0] or "/")
        if aim is not None and aim != where and not aim.startswith(f"{where}/"):
            state = state.linked(where, aim)
    return state

"""What builtins that set variables, options, traps or descriptors leave behind in the shell."""

from __future__ import annotations

import re
from collections.abc import Iterable

from r3env.shell.line import BRACE, GLOB, Simple, Word
from r3env.shell.state import ShellState
from r3env.shell.tables import (
    COUNTERS,
    HARMLESS_SET,
    HARMLESS_SET_FLAGS,
    HARMLESS_SHOPT,
    harmless_variable,
)
from r3env.shell.unwrap import Command
from r3env.shell.values import referred
from r3env.shell.walk import variables_set
from r3env.shell.words import assigned, is_assignment

# Folders put behind those of PATH, or system folders before them.
_PATH_KEPT = re.compile(
    r"""PATH="?(?:/(?:usr/(?:local/)?)?s?bin:)*\$(?:PATH|\{PATH\})(?:"|:.*)?""", re.DOTALL
)
# A word with variables that cannot come out as `-v` and a name: it begins otherwise, or holds what no name does.
_NO_OPTION = re.compile(r"""["']*[^"'$`\\{*?\[-].*""", re.DOTALL)
_EXPANSION = r"""\$(?:[A-Za-z_]\w*|[0-9?#*$-]|\{[^"'`{}()@!]*\}|\([^"'`(){}]*\))"""
# One word, whatever its variables hold.
_QUOTED = re.compile(rf"""(")(?:[^"$`\\]|\\.|{_EXPANSION})*+\1""", re.DOTALL)
_EXPANSIONS = re.compile(_EXPANSION)
_QUOTED_ASSIGNMENT = re.compile(r'"([A-Za-z_][A-Za-z0-9_]*)\+?=[^"(`{@]*"')
_QUOTED_ELEMENT = re.compile(r'"([A-Za-z_][A-Za-z0-9_]*)(\[[^"(`{@]*\])"')
MAX_NAME = 1000  # characters of a word that may name a variable; longer ones are not looked into
_REFERRED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LASTING = frozenset("ilucn")  # options of `declare` that give an attribute that computes


def harmless(state: ShellState, variables: Iterable[str]) -> ShellState:
    """After variables were given values known only at run time."""
    for name in variables:
        # A loop over a reference makes it stand for another variable.
        if name[0] == "!":
            return state.lost(f"the variable that {name[1:]} names was set")
        if not (harmless_variable(name, "C") or name in COUNTERS) or name in state.references:
            return state.lost(f"{name} was set")
    return state


def assign(state: ShellState, word: Word) -> ShellState:
    if not is_assignment(word.raw):  # an array element; its index may be arithmetic
        return harmless(state, variables_set(word.raw))
    name, value = assigned(word)
    if name in COUNTERS or name in state.attributed:  # arithmetic
        state = harmless(state, variables_set(value or word.raw))
    if name in COUNTERS or (name == "PATH" not in state.attributed and _PATH_KEPT.fullmatch(word.raw)):
        return state  # every passive program is found in an earlier folder
    return state if harmless_variable(name, value) else state.lost(f"{name} was set")


def declare(state: ShellState, name: str, args: list[Word]) -> ShellState:
    """Some options give attributes; ``-n`` makes a reference."""
    options = [word.value for word in args if word.value is not None and word.value[:1] in ("-", "+")]
    letters = set("".join(options)) if name not in ("export", "readonly") else set()
    plain, reference = letters.isdisjoint(_LASTING), "n" in letters
    for word in args:
        if word.value is not None and word.value[:1] in ("-", "+"):
            continue
        quoted = _QUOTED_ASSIGNMENT.fullmatch(word.raw) if word.value is None else None
        if is_assignment(word.raw):
            variable, value = assigned(word)
            # Only the function that runs it has its own IFS.
            if not (name == "local" and variable == "IFS" and plain and "g" not in letters):
                state = assign(state, word)
        elif quoted is not None:
            variable, value = quoted[1], None
            state = harmless(state, [variable])
        elif word.value is None or word.flags & BRACE:
            return state.lost(f"{name} of {word.raw[:40]} was run")
        else:
            state = harmless(state, variables_set(word.value.partition("]")[0]) if "[" in word.value else ())
            variable, equals, text = word.value.partition("=")
            variable = variable.rstrip("+").partition("[")[0]
            value = text if equals else None
            if equals and not harmless_variable(variable, value):
                return state.lost(f"{variable} was set")
        if reference and not _REFERRED.fullmatch(value or ""):
            return state.lost(f"{variable} may stand for any variable")
        if reference and not harmless_variable(value or "", "C"):
            return state.lost(f"{variable} stands for {value}")
        if not plain or variable in state.attributed:
            state = harmless(state, variables_set(word.raw if value is None else value))
            state = state.attribute(variable)
        state = state.refer(variable) if reference else state
    return state


def variables(state: ShellState, args: list[Word]) -> ShellState:
    """``read``, ``mapfile`` …: any of their words may name the variable that is set."""
    for word in args:
        if word.value is None or word.flags & BRACE or len(word.value) > MAX_NAME:
            return state.lost(f"a variable named {word.raw[:40]} may have been set")
        if word.value.startswith("-C"):
            return state.lost("mapfile ran a callback")
        # An option may hold its name: `read -aX`, `wait -pX`. An index is arithmetic.
        starts = range(len(word.value)) if word.value[:1] == "-" else (0,)
        held = [word.value[start:].partition("[")[0] for start in starts]
        state = harmless(state, filter(None, (*held, *variables_set(word.value))))
    return state


def _printf(state: ShellState, args: list[Word]) -> ShellState:
    """Only an option before the format names a variable."""
    if not args:
        return state
    first = args[0]
    if first.value is None and len(first.raw) < MAX_NAME:
        quoted = _QUOTED.fullmatch(first.raw)
        text = _EXPANSIONS.sub("$", first.raw.replace("\\\n", ""))
        # An option alone lacks a format; one with a blank, `%` or backslash names nothing but perhaps an element.
        if quoted and (len(args) == 1 or (text[-2] not in "$]" and re.search(r"[\s%\\]", text))):
            return state
        if _NO_OPTION.fullmatch(first.raw) or referred(first.raw) in state.programs:
            return state
    option = first.value is None or first.value[:2] == "-v" or first.flags & BRACE
    return variables(state, args[:2]) if option else state


def _wait(state: ShellState, args: list[Word]) -> ShellState:
    """``-p NAME`` names a variable, which gets a process id; other words are processes."""
    named = any(word.value is not None and word.value[:1] == "-" and "p" in word.value for word in args)
    return variables(state, [word for word in args if word.raw != "$!"]) if named else state


def _let(state: ShellState, args: list[Word]) -> ShellState:
    for word in args:
        text = word.raw if word.value is None else word.value
        if word.flags & GLOB and re.match(r"[^=]*[*?]", text):  # a file may be called `PATH=5`
            return state.lost(f"let {word.raw[:40]} was run")
        if "{" in text.replace("${", "") or "$'" in text or re.match(r"""["']?[$`]""", text):
            return state.lost(f"let {word.raw[:40]} was run")
        state = harmless(state, variables_set(text, "arithmetic_command"))
    return state


def _test(state: ShellState, args: list[Word]) -> ShellState:
    """``test -v 'a[…]'`` evaluates the index."""
    for word in args:
        text = word.raw if word.value is None else word.value
        state = harmless(state, variables_set(text) if "[" in text else ())
    return state


def redirected(state: ShellState, simple: Simple, command: Command) -> ShellState:
    """Without a program: both outputs may be joined or dropped, and descriptors from 3 on be opened and closed."""
    if command.args or command.wrappers:
        return state.lost("exec was run")
    for redirect in simple.redirects:
        joined = redirect.op.endswith(">&") and redirect.target.raw in ("1", "2")
        dropped = redirect.op.endswith(">") and redirect.target.value == "/dev/null"
        kept = redirect.op[0] in "3456789" and "(" not in redirect.target.raw
        if not (joined or dropped or kept):
            return state.lost("exec was run")
    return state


def _trap(state: ShellState, args: list[Word]) -> ShellState:
    """Traps may be listed, taken back, and signals ignored."""
    kept = not args or args[0].value in ("-p", "-l", "-", "")
    return state if kept else state.lost("trap was run")


def _hash(state: ShellState, args: list[Word]) -> ShellState:
    """``hash -p FILE NAME`` gives a name another meaning; the others look programs up again."""
    known = all(word.literal and not re.match("-.*p", word.value or "") for word in args)
    return state if known else state.lost("hash was run")


def _set(state: ShellState, args: list[Word]) -> ShellState:
    words = iter(args)
    for word in words:
        text = word.value
        if text in ("--", "-"):
            return state
        if text is None or word.flags:
            return state.lost("set was run with options known only at run time")
        if text[:1] not in ("-", "+"):
            return state
        if not set(text[1:]) <= HARMLESS_SET_FLAGS and text != "+H":
            return state.lost(f"set {text} was run")
        for _ in range(text.count("o")):
            option = next(words, None)
            if option is not None and option.value not in HARMLESS_SET:
                return state.lost(f"set {text} {option.raw[:40]} was run")
    return state


def _shopt(state: ShellState, args: list[Word]) -> ShellState:
    for word in args:
        if word.value is None or not (word.value in HARMLESS_SHOPT or word.value in ("-s", "-u", "-q", "-p")):
            return state.lost(f"shopt {word.raw[:40]} was run")
    return state


def _unset(state: ShellState, args: list[Word]) -> ShellState:
    for word in args:
        element = _QUOTED_ELEMENT.fullmatch(word.raw if word.value is None else f'"{word.value}"')
        name = element[1] if element else word.value
        if name is None or word.flags & BRACE or not harmless_variable(name, "C"):
            return state.lost(f"unset {word.raw[:40]} was run")
        state = harmless(state, variables_set(element[2]) if element else ())
    return state


BUILTIN_EFFECTS = {
    "[": _test,
    "hash": _hash,
    "let": _let,
    "printf": _printf,
    "set": _set,
    "shopt": _shopt,
    "test": _test,
    "trap": _trap,
    "unset": _unset,
    "wait": _wait,
}
"""What one of these does to the state, by its words."""

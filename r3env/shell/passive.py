"""Passive programs: which options and operands keep them free (tables in `r3env.shell.tables`)."""

from __future__ import annotations

import fnmatch
import re
from typing import NamedTuple

from r3env.decision import SubClass
from r3env.shell.line import ANSI, BRACE, DYNAMIC, GLOB, VARIABLE, Word
from r3env.shell.tables import FIND_FLAGS, FIND_RUNS, FIND_VALUED, PASSIVE, Passive, harmless_variable
from r3env.shell.words import assigned, is_assignment

_NUMBER_OPTION = re.compile(r"-[0-9]+")
# Text, %s, %b and %%; widths, precisions and number formats compute.
_PRINTF_FORMAT = re.compile(r"(?:[^%\\]++|\\[\s\S]|%[%sb])*+")
# A brace list of which a word may start with a dash: `{-n,x}`, `{x,-n}`, `{,x}-n`.
_DASHED = re.compile(r"[{,]-|\A(?=.*[{,][,}])\{.*\}-", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_FIND_ACTS = ("-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls")


class Use(NamedTuple):
    """A passive use of a program: its sub-class, the paths it names and those it changes."""

    subclass: SubClass
    operands: list[Word]
    writes: list[Word]


class NotPassiveError(Exception):
    """Why a use of a program is counted, in plain words."""


def use(name: str, args: list[Word]) -> Use | None:
    """The passive use of a program, None when no table knows it.

    Raises:
        NotPassiveError: the program is known, but not with these words.
    """
    table = PASSIVE.get(name)
    if table is not None:
        return _table_use(name, table, args)
    special = _SPECIAL.get(name)
    return None if special is None else special(args)


def check_path(word: Word) -> None:
    """Refuse a path that is known only at run time."""
    flags = word.flags
    if flags & DYNAMIC:
        raise NotPassiveError(f"{_shown(word)} expands to more than text")
    if flags & (VARIABLE | ANSI):
        raise NotPassiveError(f"the path {_shown(word)} is known only at run time")


def check_operand(word: Word) -> None:
    """Refuse a path that is known only at run time, and a pattern that is made to expand to an option."""
    check_path(word)
    value = word.value or ""
    if word.flags & (GLOB | BRACE) and (value[:1] == "-" or (word.flags & BRACE and _DASHED.search(value))):
        raise NotPassiveError(f"{_shown(word)} may expand to an option")


def check_text(word: Word) -> None:
    """Refuse text that computes when it is expanded."""
    if word.flags & DYNAMIC:
        raise NotPassiveError(f"{_shown(word)} expands to more than text")


def _shown(word: Word) -> str:
    raw = " ".join(word.raw[:200].split())
    return raw if len(raw) <= 40 else f"{raw[:37]}..."


def _table_use(name: str, table: Passive, args: list[Word]) -> Use:
    operands: list[Word] = []
    target: Word | None = None
    words = iter(args)
    for word in words:
        text = word.value
        if word.flags or text is None or text[:1] != "-" or text == "-":
            check_operand(word)
            operands.append(word)
        elif text == "--":
            for rest in words:
                check_path(rest)
                operands.append(rest)
        else:
            value = _option(name, table, word, text, words)
            target = value or target
    return Use(table.subclass, operands, _written(name, table.writes, operands, target))


def _option(name: str, table: Passive, word: Word, text: str, words: object) -> Word | None:
    """Check one option word; the value of a ``-t`` or ``--target-directory``, else None."""
    if text[:2] == "--":
        option, equals, inline = text[2:].partition("=")
        if option in table.long:
            return None
        if option not in table.long_valued:
            raise NotPassiveError(f"{name} --{option} is not known to be passive")
        value = Word(inline, inline, 0) if equals else _next(name, text, words)
        return value if option == "target-directory" else None
    if "#" in table.flags and _NUMBER_OPTION.fullmatch(text):
        return None
    for index, letter in enumerate(text[1:], start=2):
        if letter in table.valued:
            rest = text[index:]
            value = Word(rest, rest, 0) if rest else _next(name, text, words)
            return value if letter == "t" else None
        if letter not in table.flags or letter == "#":
            raise NotPassiveError(f"{name} -{letter} is not known to be passive")
    return None


def _next(name: str, option: str, words: object) -> Word:
    word: Word | None = next(words, None)  # type: ignore[call-overload]
    if word is None or not word.literal:
        raise NotPassiveError(f"the value of {name} {option} is missing or known only at run time")
    return word


def _written(name: str, rule: str, operands: list[Word], target: Word | None) -> list[Word]:
    if not rule or not operands:
        return []
    changed: list[Word] = []
    if rule == "all":
        changed = operands[1:] if name == "chmod" else list(operands)
    if target is not None:
        return [*changed, target, *_inside(target, operands)]
    if rule == "last" or name == "mv":
        return [*changed, operands[-1], *_inside(operands[-1], operands[:-1])]
    return changed


def _inside(folder: Word, sources: list[Word]) -> list[Word]:
    """Where the sources land when the last operand is a folder."""
    places = (f"{folder.value}/{(source.value or '').rstrip('/').rpartition('/')[2]}" for source in sources)
    return [Word(place, place, folder.flags) for place in places]


def _echo(args: list[Word]) -> Use:
    for word in args:
        if word.flags:
            check_text(word)
    return Use(SubClass.FILE, [], [])


def _printf(args: list[Word]) -> Use:
    words = args[1:] if args and args[0].value == "--" else args
    if not words or not words[0].literal or words[0].value is None:
        raise NotPassiveError("the format of printf is known only at run time")
    if words[0].value.startswith("-") and words is args:
        raise NotPassiveError(f"printf {_shown(words[0])} is not plain text")
    if not _PRINTF_FORMAT.fullmatch(words[0].value):
        raise NotPassiveError(
            f"the format {_shown(words[0])} converts or pads: only %s, %b and %% are plain text"
        )
    return _echo(words[1:])


def _cd(args: list[Word]) -> Use:
    operands = [word for word in args if word.value not in ("-L", "-P", "--")]
    for word in operands:
        check_path(word)
        if word.flags & (GLOB | BRACE):
            raise NotPassiveError(f"the folder {_shown(word)} is known only at run time")
    if len(operands) > 1:
        raise NotPassiveError("cd takes one folder")
    return Use(SubClass.ENVIRONMENT, [w for w in operands if w.value != "-"], [])


def _export(args: list[Word]) -> Use:
    if not args:
        raise NotPassiveError("export without a name is not known to be passive")
    for word in args:
        if is_assignment(word.raw):
            check_assignment(word)
        elif word.flags or not _NAME.fullmatch(word.raw) or not harmless_variable(word.raw, None):
            raise NotPassiveError(f"export {_shown(word)} may change what later commands do")
    return Use(SubClass.ENVIRONMENT, [], [])


def check_assignment(word: Word) -> None:
    """Refuse an assignment that computes, or that may change what other commands do."""
    if word.flags & (DYNAMIC | BRACE):
        raise NotPassiveError(f"{_shown(word)} assigns more than text")
    name, value = assigned(word)
    if not harmless_variable(name, value):
        raise NotPassiveError(f"setting {name} may change what commands do")


def _unset(args: list[Word]) -> Use:
    for word in args:
        if word.flags or not _NAME.fullmatch(word.raw) or not harmless_variable(word.raw, "C"):
            raise NotPassiveError(f"unset {_shown(word)} may change what later commands do")
    return Use(SubClass.ENVIRONMENT, [], [])


def _find(args: list[Word]) -> Use:
    operands: list[Word] = []
    words = iter(args)
    for word in words:
        text = word.value or ""
        if word.flags:
            check_operand(word)
            if any(fnmatch.fnmatchcase(act, text) for act in _FIND_ACTS):
                raise NotPassiveError(f"{_shown(word)} may expand to an action of find")
            operands.append(word)
        elif text in FIND_VALUED:
            value = next(words, None)
            if value is None or value.value is None:
                raise NotPassiveError(f"the value of find {text} is missing or known only at run time")
            if value.flags & BRACE:
                raise NotPassiveError(f"{_shown(value)} expands to several words: quote the pattern")
            if value.flags & GLOB and any(fnmatch.fnmatchcase(act, value.value) for act in _FIND_ACTS):
                raise NotPassiveError(f"{_shown(value)} may expand to an action of find: quote the pattern")
        elif text in FIND_RUNS:
            raise NotPassiveError(f"find {text} runs a program")
        elif text[:1] in "-!()" and text and text not in FIND_FLAGS:
            raise NotPassiveError(f"find {text} is not a name, type or depth test")
        elif text not in FIND_FLAGS:
            operands.append(word)
    return Use(SubClass.ENVIRONMENT, operands, [])


_SPECIAL = {"echo": _echo, "printf": _printf, "cd": _cd, "export": _export, "unset": _unset, "find": _find}

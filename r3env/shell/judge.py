"""One simple command: free, counted or blocked, and which paths it names."""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

from r3env.decision import Kind, SubClass
from r3env.shell.bookkeeping import COMMANDS as BOOKKEEPING
from r3env.shell.line import BRACE, GLOB, TILDE, Redirect, Simple, Word
from r3env.shell.passive import NotPassiveError, Use, check_assignment, check_path, check_text, use
from r3env.shell.state import ShellState
from r3env.shell.tables import CARRIERS, COMPUTE, FIND_RUNS, HARMLESS_DEVICES, NETWORK, SUBMISSION
from r3env.shell.territory import Territory, absolute, is_device, is_network, is_startup, sensitive
from r3env.shell.unwrap import Command

_PATH_LIKE = re.compile(r"[^\s/]*+/[^\s]*+|[^\s]*\.[A-Za-z0-9_]{1,5}")
_PATTERN = re.compile(r"[*?\[{]")
_VARIABLE = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]*)")
_PYTHON = re.compile(r"(?:python|pypy)[0-9.]+")


class Ruling(NamedTuple):
    """What the accounting says of one simple command.

    Attributes:
        kind: free, counted or blocked.
        subclass: sub-class of it.
        reason: why, in a few words.
        program: program named, empty for a bare assignment or redirection.
        paths: absolute literal paths named.
    """

    kind: Kind
    subclass: SubClass
    reason: str
    program: str
    paths: list[str]


class Judge:
    """Rules on simple commands under one state and territory; ``cwd`` follows the line."""

    __slots__ = ("cwd", "state", "territory")

    def __init__(self, state: ShellState, territory: Territory) -> None:
        self.state = state
        self.territory = territory
        self.cwd = state.cwd

    def rule(self, simple: Simple, command: Command) -> Ruling:
        """Judge one simple command (and what its wrappers run) in the folder ``self.cwd``."""
        shown = command.name if command.name is not None else (simple.name.raw if simple.name else "")
        program = shown[:200]
        base = program.rpartition("/")[2]
        paths: list[str] = []
        forbidden = self.forbidden(command, base, simple.redirects)
        if forbidden is not None:
            return Ruling(Kind.BLOCKED, *forbidden, program, self.candidates(simple, command))
        try:
            passive = self.passive(command, program)
            subclass = passive.subclass
            for word in passive.operands:
                self.read(word, paths)
            for word in passive.writes:
                subclass = self.write(word, paths, subclass)
            for redirect in simple.redirects:
                subclass = self.redirect(redirect, paths, subclass)
        except NotPassiveError as why:
            return Ruling(Kind.COUNTED, SubClass.COMPUTE, str(why), program, self.candidates(simple, command))
        return Ruling(Kind.FREE, subclass, _FREE[subclass], program, paths)

    def forbidden(
        self, command: Command, base: str, redirects: list[Redirect]
    ) -> tuple[SubClass, str] | None:
        """Network and submission programs, also behind a program that runs another one."""
        if base in CARRIERS or base == "find":
            base = _carried(base, command.args) or base
        if base in NETWORK:
            return SubClass.NETWORK, f"{base} is a network program"
        if base in SUBMISSION:
            return SubClass.SUBMISSION, f"{base} is a submission program"
        for redirect in redirects:
            if redirect.target.value is not None and is_network(redirect.target.value):
                return SubClass.NETWORK, f"{redirect.target.value[:60]} is a network connection"
        return None

    def passive(self, command: Command, program: str) -> Use:
        """The passive use of a command; raises `NotPassiveError` with the reason otherwise."""
        state, name = self.state, command.name
        if state.opaque:
            raise NotPassiveError(f"an earlier command may have changed what names mean: {state.opaque}")
        if command.problem:
            raise NotPassiveError(command.problem)
        for word in command.assigns:
            check_assignment(word)
        if state.attributed:
            self.check_attributes(command)
        if name is None:
            raise NotPassiveError("the command word is known only at run time")
        if not name:
            return Use(SubClass.FILE if not command.assigns else SubClass.ENVIRONMENT, [], [])
        if name in state.names:
            raise NotPassiveError(f"{name} was given another meaning by an earlier command")
        for wrapper in command.wrappers:
            if wrapper in state.names:
                raise NotPassiveError(f"{wrapper} was given another meaning by an earlier command")
        if name == "export" and command.loose is not None:
            raise NotPassiveError(f"{command.loose.raw[:40]} may expand to several words")
        found = use(name, command.args)
        if found is None:
            raise NotPassiveError(_unknown(program))
        return found

    def check_attributes(self, command: Command) -> None:
        """Refuse words that touch variables with attributes (integer, reference …)."""
        for word in (*command.assigns, *command.args):
            names = set(_VARIABLE.findall(word.raw)) | {word.raw.split("=", 1)[0].rstrip("+")}
            touched = names & self.state.attributed
            if touched:
                raise NotPassiveError(f"{min(touched)} was declared with attributes by an earlier command")

    def read(self, word: Word, paths: list[str]) -> None:
        """Note a path operand that is only read or listed."""
        path = self.resolve(word.value)
        if path is not None:
            if is_device(path):
                raise NotPassiveError(f"{path} is a device")
            paths.append(path)

    def write(self, word: Word, paths: list[str], subclass: SubClass) -> SubClass:
        """Note a path that is changed; returns the sub-class, raised to artifact where it is one."""
        path = self.resolve(word.value)
        if path is None:
            if word.value is not None and is_startup(word.value):
                raise NotPassiveError(f"{word.value} is read by the shell when it starts")
            return subclass
        if word.flags & (GLOB | BRACE) and _PATTERN.search(path.split("/", 2)[1]):
            raise NotPassiveError(f"{word.raw[:40]} may name a system folder")
        if sensitive(path):
            raise NotPassiveError(f"writing to {path} may change what later commands do")
        if path not in paths:
            paths.append(path)
        return SubClass.ARTIFACT if self.territory.is_artifact(path) else subclass

    def redirect(self, redirect: Redirect, paths: list[str], subclass: SubClass) -> SubClass:
        """Judge one redirection."""
        op, target = redirect.op.lstrip("0123456789"), redirect.target
        if op in ("<<", "<<-"):
            return subclass
        if op == "<<<":
            check_text(target)
            return subclass
        if op == ">&":
            if target.raw not in ("1", "2"):
                raise NotPassiveError(
                    f"the redirection {redirect.op}{target.raw[:40]} is not known to be passive"
                )
            return subclass
        if op in ("<&", "<>") or redirect.op[0] in "3456789":
            raise NotPassiveError(f"the redirection {redirect.op} is not known to be passive")
        check_path(target)
        if target.flags & ~TILDE:
            raise NotPassiveError(f"the file {target.raw[:40]} is known only at run time")
        if op == "<":
            self.read(target, paths)
            return subclass
        if target.value in HARMLESS_DEVICES:
            return subclass
        return self.write(target, paths, SubClass.FILE if subclass is SubClass.ENVIRONMENT else subclass)

    def resolve(self, text: str | None) -> str | None:
        """Absolute path of a word's text, links followed; None when it is not known."""
        if not text:
            return None
        path = absolute(text, self.cwd)
        return path if path is None or not self.state.links else self.state.follow(path)

    def candidates(self, simple: Simple, command: Command) -> list[str]:
        """Paths that the words of a command which is not free may name."""
        words = [w for w in (*command.args, *command.assigns) if w.value]
        if simple.name is not None and simple.name.value and "/" in simple.name.value:
            words.append(simple.name)
        texts = [part for word in words for part in _parts(word.value or "")]
        texts += [r.target.value for r in simple.redirects if r.target.value and "<<" not in r.op]
        paths = []
        for text in texts:
            path = self.resolve(text)
            if path is not None and (_PATH_LIKE.fullmatch(text) or self.territory.owners(path)):
                paths.append(path)
        return paths


_FREE = {
    SubClass.FILE: "passive: reads, copies or writes what is there",
    SubClass.ARTIFACT: "passive: writes a final artifact",
    SubClass.ENVIRONMENT: "passive: asks for or sets surroundings",
}


def _parts(text: str) -> list[str]:
    """Texts inside an argument that may be paths: ``--out=x``, ``-Ix`` and ``if=x`` hold one."""
    if len(text) > 4096 or "\n" in text:
        return []
    if text[0] == "-":
        if "=" in text:
            return [text.partition("=")[2]] if text[-1] != "=" else []
        return [text[2:]] if "/" in text[2:] else []
    return [text, text.partition("=")[2]] if "=" in text and text[-1] != "=" else [text]


def _carried(base: str, args: list[Word]) -> str | None:
    """The forbidden program that a carrier or ``find -exec`` is told to run, if any."""
    if base == "find":
        heads = [b for a, b in itertools.pairwise(args) if a.value in FIND_RUNS]
    else:
        heads = [word for word in args if word.value and word.value[0] != "-"][:3]
    for word in heads:
        name = (word.value or "").rpartition("/")[2]
        if name in NETWORK or name in SUBMISSION:
            return name
    return None


def _unknown(program: str) -> str:
    if program in BOOKKEEPING:
        return f"{program} is a bookkeeping command only when it stands alone; in a shell line it is unknown"
    kind = COMPUTE.get(program.rpartition("/")[2] if program.startswith(("/bin/", "/usr/bin/")) else program)
    if kind is None and _PYTHON.fullmatch(program):
        kind = "interpreter"
    if kind is not None:
        return f"compute: {kind}"
    if "/" in program:
        return "compute: a program of a path that is not a system folder"
    return f"compute: {program[:60]} is not in the tables of passive programs"

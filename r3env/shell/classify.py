"""`classify`: what the accounting says of one command line (spec section 5, policy ``compute_tools``)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from r3env.decision import Decision, Kind, Segment, SubClass
from r3env.shell import bookkeeping
from r3env.shell.context import Context
from r3env.shell.effects import Folders, inline_script
from r3env.shell.judge import Judge, Ruling
from r3env.shell.line import Construct, Simple
from r3env.shell.reading import Reading, read
from r3env.shell.state import ShellState
from r3env.shell.territory import ALL_LABELS, Territory
from r3env.shell.unwrap import Command, unwrap

_FRESH = ShellState()
_EVERYWHERE = Territory()
MAX_SEGMENTS = 200  # parts of a line that an explanation shows
MAX_SCRIPTS = 3  # scripts within scripts that are looked into


def classify(command: str, context: Context | None = None, state: ShellState | None = None) -> Decision:
    """Judge a command line before it runs. Never raises on any text.

    Args:
        command: the line as typed; it may hold several physical lines.
        context: where the episode stands; without it only the structure is judged, and nothing is blocked
            but network and submission programs.
        state: what earlier commands did; a fresh shell in ``/app`` when None.

    Returns:
        Free only if every part is known to be free in this state; unknown is counted.
    """
    if not isinstance(command, str):
        kind = type(command).__name__
        why = f"the command must be text, got {kind}: send one string"
        return Decision(Kind.ERROR, SubClass.PROTOCOL, why)
    if command.lstrip().startswith(bookkeeping.COMMANDS):
        book = bookkeeping.parse(command, ALL_LABELS if context is None else context.labels)
        if book is not None:
            return book.decision
    reading = read(command)
    if reading.error:
        return Decision(Kind.ERROR, reading.subclass, reading.error)
    territory = _EVERYWHERE if context is None else context.territory
    tally = _Tally(_FRESH if state is None else state, territory)
    tally.add(reading)
    return tally.decision(reading, context)


class _Tally:
    """Rulings on the parts of one line, added up."""

    __slots__ = ("blocked", "construct", "counted", "depth", "files", "folders", "judge", "paths", "problems",
                 "programs", "segments", "state", "subclasses", "territory")  # fmt: skip

    def __init__(self, state: ShellState, territory: Territory, depth: int = 0) -> None:
        self.state = state
        self.territory = territory
        self.depth = depth
        self.judge = Judge(state, territory)
        self.folders = Folders(state)
        self.segments: list[Segment] = []
        self.programs: list[str] = []
        self.paths: list[str] = []
        self.problems: set[str] = set()
        self.subclasses: set[SubClass] = set()  # of the free parts
        self.construct = ""  # reason of the first construct
        self.counted = ""  # reason of the first counted part
        self.blocked: Ruling | None = None  # first blocked part
        self.files = False  # a free part handled files

    def add(self, reading: Reading) -> None:
        """Judge every part of a line."""
        for item in reading.items:
            if isinstance(item, Construct):
                self.construct = self.construct or item.reason
                if item.bare:
                    self.segment(item, reading.text, "", Kind.COUNTED, SubClass.COMPUTE, item.reason)
            else:
                self.simple(item, reading.text)

    def simple(self, simple: Simple, text: str) -> None:
        """Judge one simple command."""
        command = unwrap(simple)
        judge = self.judge
        cwd = judge.cwd = self.folders.cwd(simple.scope)
        ruling = judge.rule(simple, command)
        kind, subclass, reason, program, paths = ruling
        self.segment(simple, text, program, kind, subclass, reason)
        if program:
            self.programs.append(program)
        if paths:
            self.paths += paths
            for path in paths:
                self.problems |= self.territory.owners(path)
        if kind is Kind.FREE:
            self.subclasses.add(subclass)
            self.files = self.files or (subclass is not SubClass.ENVIRONMENT and bool(program))
        else:
            if cwd is not None and cwd != self.territory.paths.app:
                self.problems |= self.territory.owners(cwd)
            if kind is Kind.BLOCKED:
                self.blocked = self.blocked or ruling
            self.counted = self.counted or _sentence(program, reason)
            self.script(simple, command)
        self.folders.note(simple, command)

    def script(self, simple: Simple, command: Command) -> None:
        """Look into the literal script of ``bash -c`` and ``eval``: its programs and paths belong to the line."""
        script = inline_script(command)
        if script is None or self.depth >= MAX_SCRIPTS:
            return
        reading = read(script)
        if reading.error:
            return
        inner = _Tally(replace(self.state, cwd=self.judge.cwd), self.territory, self.depth + 1)
        inner.add(reading)
        self.blocked = self.blocked or inner.blocked
        self.programs += inner.programs
        self.paths += inner.paths
        self.problems |= inner.problems
        below = simple.scope.depth + 1
        room = MAX_SEGMENTS - len(self.segments)
        self.segments += [replace(s, depth=s.depth + below) for s in inner.segments[:room]]

    def segment(
        self, item: Simple | Construct, text: str, program: str, kind: Kind, subclass: SubClass, reason: str
    ) -> None:
        """Note a part for the explanation."""
        if len(self.segments) < MAX_SEGMENTS:
            depth = item.depth if isinstance(item, Construct) else item.scope.depth
            shown = _utf8(text[item.start : min(item.end, item.start + 200)])
            self.segments.append(Segment(shown, _utf8(program), kind, subclass, reason, depth))

    def decision(self, reading: Reading, context: Context | None) -> Decision:
        """What the parts add up to."""
        programs = tuple(_utf8(name) for name in dict.fromkeys(self.programs))
        paths = tuple(_utf8(path) for path in dict.fromkeys(self.paths))
        problems = tuple(sorted(self.problems))
        found = partial(
            Decision, programs=programs, paths=paths, problems=problems, segments=tuple(self.segments)
        )
        if self.blocked is not None:
            return found(Kind.BLOCKED, self.blocked.subclass, self.blocked.reason)
        reason = self.construct or self.counted or ("" if reading.plain else reading.doubt)
        if not reason:
            subclass = next(s for s in _FREE_ORDER if s in self.subclasses)
            return found(Kind.FREE, subclass, _FREE_REASONS[subclass])
        refusal = None if context is None else context.refusal(problems, paths)
        if refusal is not None:
            return found(Kind.BLOCKED, *refusal)
        mixed = self.files and any(s.kind is Kind.COUNTED for s in self.segments)
        return found(Kind.COUNTED, SubClass.MIXED if mixed else SubClass.COMPUTE, reason)


_FREE_ORDER = (SubClass.ARTIFACT, SubClass.FILE, SubClass.ENVIRONMENT)
_FREE_REASONS = {
    SubClass.ARTIFACT: "free: writes what is there into a final artifact",
    SubClass.FILE: "free: only reads, copies, moves, removes or writes literal text",
    SubClass.ENVIRONMENT: "free: only asks for or sets surroundings",
}


def _sentence(program: str, reason: str) -> str:
    if program and reason.startswith("compute: "):
        what = reason.removeprefix("compute: ")
        return what if program in what else f"{program} computes: {what}"
    return reason


def _utf8(part: str) -> str:
    """A part of a line as text again: a non-ASCII line is read as Latin-1."""
    return part if part.isascii() else part.encode("latin-1").decode(errors="replace")

"""`Decision`: what the accounting says of one command (spec section 5, policy ``compute_tools``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """The four answers of the accounting."""

    COUNTED = "counted"
    FREE = "free"
    BLOCKED = "blocked"
    ERROR = "error"


class SubClass(StrEnum):
    """Why; each belongs to one `Kind`."""

    COMPUTE = "compute"  # counted
    MIXED = "mixed"  # counted: file operation together with computation
    BOOKKEEPING = "bookkeeping"  # free
    FILE = "file"  # free
    ARTIFACT = "artifact"  # free: writes a final artifact
    ENVIRONMENT = "environment"  # free
    NO_BUDGET = "no_budget"  # blocked, like all that follow but the last two
    NO_FOCUS = "no_focus"
    OTHER_PROBLEM = "other_problem"
    SEVERAL_PROBLEMS = "several_problems"
    SHARED_ANSWER = "shared_answer"  # a counted command names the answer file of several problems
    DISTRACTOR = "distractor"  # target-in-suite: the focused problem is not the target
    NETWORK = "network"
    SUBMISSION = "submission"
    SCHEDULER = "scheduler"  # a guard refused it
    FINALIZING = "finalizing"  # the solving phase is over
    SYNTAX = "syntax"  # error
    PROTOCOL = "protocol"  # error: malformed tool call or bookkeeping command


@dataclass(frozen=True, slots=True)
class Segment:
    """One simple command (or expanding construct) of a command line.

    ``depth`` is the nesting level (0 for the line itself, 1 inside a substitution …), so that an explanation
    can be drawn as a tree. ``text`` is cut to 200 characters.
    """

    text: str
    program: str
    kind: Kind
    subclass: SubClass
    reason: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """What the accounting says of one command.

    Attributes:
        kind: counted, free, blocked or error.
        subclass: the sub-class of spec section 5.
        reason: one sentence in plain words.
        programs: programs named by the command, in order, without repetition.
        paths: literal paths named by the command, made absolute against the known working directory.
        problems: labels of the problems whose files are touched, sorted.
        segments: the explanation, segment by segment.
        renewed: it is free in a new shell only, and is to be run in one.
    """

    kind: Kind
    subclass: SubClass
    reason: str
    programs: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    segments: tuple[Segment, ...] = ()
    renewed: bool = False

    @property
    def charged(self) -> bool:
        """True when the command costs one action."""
        return self.kind is Kind.COUNTED

    @property
    def runs(self) -> bool:
        """True when the command is to be executed."""
        return self.kind in (Kind.COUNTED, Kind.FREE)

    def to_dict(self) -> dict[str, Any]:
        """A plain JSON-like dict; `from_dict` makes the decision again."""
        data = asdict(self)
        data.update(kind=str(self.kind), subclass=str(self.subclass))
        for segment in data["segments"]:
            segment.update(kind=str(segment["kind"]), subclass=str(segment["subclass"]))
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Decision:
        """Inverse of `to_dict`."""
        segments = tuple(
            Segment(**{**s, "kind": Kind(s["kind"]), "subclass": SubClass(s["subclass"])})
            for s in data.get("segments", ())
        )
        lists = {name: tuple(data.get(name, ())) for name in ("programs", "paths", "problems")}
        kind, subclass, renewed = Kind(data["kind"]), SubClass(data["subclass"]), bool(data.get("renewed"))
        return cls(kind, subclass, data["reason"], **lists, segments=segments, renewed=renewed)

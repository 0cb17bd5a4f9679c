"""`Event`: one thing that happened in an episode. Every figure of an analysis can be derived from events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from r3env.decision import Decision

EVENT_SCHEMA = 1


class EventKind(StrEnum):
    """What sort of thing happened."""

    ACTION = "action"  # a command of the agentic setting (also a blocked or malformed one)
    COMPLETION = "completion"  # a completion of the tool-free setting
    NOTICE = "notice"  # a text the environment added: budget notice, finalization
    GUARD = "guard"  # a scheduler refused an action
    INFRASTRUCTURE = "infrastructure"  # a provider, sandbox or grader failed


@dataclass(frozen=True, slots=True)
class Result:
    """What running a command gave.

    Attributes:
        output: text, capped; the cut is marked inside the text.
        exit_code: exit status, or None when there is none (blocked, timed out, bookkeeping).
        duration: seconds of wall time.
        truncated: bytes left out of ``output``; 0 when it is whole.
        timed_out: the time limit struck.
        note: what the environment says of it (shell restarted …); empty mostly.
    """

    output: str = ""
    exit_code: int | None = None
    duration: float = 0.0
    truncated: int = 0
    timed_out: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class GuardRecord:
    """One scheduler's vote on one action; every guard votes, the outermost refusal wins."""

    guard: str
    refused: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    Attributes:
        seq: sequence number in the episode, from 0.
        kind: see `EventKind`.
        action: the command, or the completion as a dict.
        turn: model turn it belongs to, or None.
        decision: what the accounting said; None for completions and notices.
        charges: amount by meter, as charged.
        before: official budget left before (None: unbudgeted).
        after: official budget left after.
        focus: label of the focused problem (after a change of focus the new one; of `shelve_problem` the one that
            was focused), or None.
        problem: label the charge is attributed to, or None.
        result: what came of it.
        time: seconds since the episode's start.
        guards: votes of the schedulers.
        detail: anything a kind adds (attribution of tokens, finish reason, blame …), JSON-like.
    """

    seq: int
    kind: EventKind
    action: Any = ""
    turn: int | None = None
    decision: Decision | None = None
    charges: Mapping[str, float] = field(default_factory=dict)
    before: float | None = None
    after: float | None = None
    focus: str | None = None
    problem: str | None = None
    result: Result = field(default_factory=Result)
    time: float = 0.0
    guards: tuple[GuardRecord, ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)
    schema: int = EVENT_SCHEMA

    def to_dict(self) -> dict[str, Any]:
        """A plain JSON-like dict; `from_dict` makes the event again."""
        return {
            "seq": self.seq,
            "kind": str(self.kind),
            "action": self.action,
            "turn": self.turn,
            "decision": None if self.decision is None else self.decision.to_dict(),
            "charges": dict(self.charges),
            "before": self.before,
            "after": self.after,
            "focus": self.focus,
            "problem": self.problem,
            "result": {name: getattr(self.result, name) for name in Result.__slots__},
            "time": self.time,
            "guards": [{"guard": g.guard, "refused": g.refused, "reason": g.reason} for g in self.guards],
            "detail": dict(self.detail),
            "schema": self.schema,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Event:
        """Inverse of `to_dict`."""
        fields = dict(data)
        fields["kind"] = EventKind(data["kind"])
        fields["decision"] = None if data.get("decision") is None else Decision.from_dict(data["decision"])
        fields["result"] = Result(**data.get("result", {}))
        fields["guards"] = tuple(GuardRecord(**g) for g in data.get("guards", ()))
        return cls(**fields)

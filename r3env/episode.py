"""`Episode`: who played what under which settings, what happened, and how it was judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from r3env.event import Event
from r3env.fingerprint import fingerprint
from r3env.verdict import Verdict

EPISODE_SCHEMA = 1


class Status(StrEnum):
    """How an episode ended."""

    COMPLETED = "completed"  # the player ended it, or the single completion was given
    TRUNCATED = "truncated"  # a limit of steps, time or protocol errors; unbudgeted: a cap of the provider
    INFRASTRUCTURE = "infrastructure"  # a provider, sandbox or grader failed: not scored, to be played again
    POLICY_ERROR = "policy_error"  # the policy raised: what stood then was graded
    CANCELLED = "cancelled"  # interrupted by the user


@dataclass(frozen=True, slots=True)
class Episode:
    """One play of one contest.

    Attributes:
        spec: everything that decides the outcome (contest content digest, policy spec, schedulers, budget,
            protocol, grader version, seed, repeat …), JSON-like.
        status: how it ended.
        blame: part that failed, empty when none did.
        error: message of the failure, empty when none.
        budget: the ledger's last snapshot.
        events: what happened, in order.
        artifacts: what was graded, by label: the text as read.
        verdicts: in label order; empty when the episode was not graded.
        wall: seconds of wall time.
    """

    spec: Mapping[str, Any]
    status: Status
    events: tuple[Event, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    budget: Mapping[str, Any] = field(default_factory=dict)
    artifacts: Mapping[str, str] = field(default_factory=dict)
    blame: str = ""
    error: str = ""
    wall: float = 0.0
    schema: int = EPISODE_SCHEMA

    @property
    def fingerprint(self) -> str:
        """Identity of the play: equal specs are the same planned episode."""
        return fingerprint(self.spec)

    @property
    def score(self) -> int:
        """Number of problems judged correct."""
        return sum(v.correct for v in self.verdicts)

    @property
    def failure_kind(self) -> str:
        """Machine-readable kind of the last failure in the log (``rate_limited`` …); empty when there is none."""
        return next((str(e.detail["kind"]) for e in reversed(self.events) if "kind" in e.detail), "")

    @property
    def done(self) -> bool:
        """True when the episode counts and must not be played again on resume."""
        return self.status not in (Status.INFRASTRUCTURE, Status.CANCELLED) and all(
            v.scored for v in self.verdicts
        )

    def with_verdicts(self, verdicts: tuple[Verdict, ...]) -> Episode:
        """The same play, judged again."""
        return replace(self, verdicts=verdicts)

    def to_dict(self) -> dict[str, Any]:
        """A plain JSON-like dict; `from_dict` makes the episode again."""
        return {
            "spec": dict(self.spec),
            "status": str(self.status),
            "events": [e.to_dict() for e in self.events],
            "verdicts": [v.to_dict() for v in self.verdicts],
            "budget": dict(self.budget),
            "artifacts": dict(self.artifacts),
            "blame": self.blame,
            "error": self.error,
            "wall": self.wall,
            "schema": self.schema,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Episode:
        """Inverse of `to_dict`."""
        fields = dict(data)
        fields["status"] = Status(data["status"])
        fields["events"] = tuple(Event.from_dict(e) for e in data.get("events", ()))
        fields["verdicts"] = tuple(Verdict.from_dict(v) for v in data.get("verdicts", ()))
        return cls(**fields)

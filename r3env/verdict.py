"""`Parsed` and `Verdict`: what was answered, and what a grader said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any


class ParseStatus(StrEnum):
    """Three outcomes of reading an answer; they stay three counts in every analysis."""

    ANSWER = "answer"
    MISSING = "missing"
    UNPARSED = "unparsed"


@dataclass(frozen=True, slots=True)
class Parsed:
    """The answer to one problem as read from a completion or an artifact.

    Attributes:
        status: an answer, none given (`missing`), or one that breaks the contract (`unparsed`).
        answer: the answer text; empty unless ``status`` is ``answer``.
        reason: why it is missing or unparsed, in a few words; empty for an answer.
        span: start and end of the problem's section in the text (characters), when it has one.
    """

    status: ParseStatus
    answer: str = ""
    reason: str = ""
    span: tuple[int, int] | None = None

    @classmethod
    def of(cls, answer: str, span: tuple[int, int] | None = None) -> Parsed:
        """An answer."""
        return cls(ParseStatus.ANSWER, answer, "", span)

    @classmethod
    def missing(cls, reason: str = "no answer", span: tuple[int, int] | None = None) -> Parsed:
        """No answer was given, or the missing marker stands in its place."""
        return cls(ParseStatus.MISSING, "", reason, span)

    @classmethod
    def unparsed(cls, reason: str, span: tuple[int, int] | None = None) -> Parsed:
        """Something stands there, but not in the agreed form."""
        return cls(ParseStatus.UNPARSED, "", reason, span)


class Outcome(StrEnum):
    """What became of one problem; only `correct` scores."""

    CORRECT = "correct"
    WRONG = "wrong"
    MISSING = "missing"
    UNPARSED = "unparsed"
    GRADER_ERROR = "grader_error"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one problem.

    Attributes:
        outcome: one of `Outcome`.
        label: label in the contest.
        problem_id: id of the problem.
        reason: a few words, for instance ``41 != 42``.
        answer: the answer that was graded; empty when there was none.
        detail: what the domain's grader adds (score, judge table …), JSON-like.
    """

    outcome: Outcome
    label: str
    problem_id: str
    reason: str = ""
    answer: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)

    @property
    def correct(self) -> bool:
        """True for full credit only."""
        return self.outcome is Outcome.CORRECT

    @property
    def scored(self) -> bool:
        """False when the grader itself failed: unscored is not wrong."""
        return self.outcome is not Outcome.GRADER_ERROR

    def __str__(self) -> str:
        return f"{self.outcome}: {self.reason}" if self.reason and not self.correct else str(self.outcome)

    def to_dict(self) -> dict[str, Any]:
        """A plain dict; `from_dict` makes the verdict again."""
        return {**asdict(self), "outcome": str(self.outcome), "detail": dict(self.detail)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Verdict:
        """Inverse of `to_dict`."""
        return cls(**{**data, "outcome": Outcome(data["outcome"])})

"""`Label`: an annotator's tri-state judgement of a rubric item, each *true* backed by an exact quotation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from r3env.episode import Episode
from r3env.errors import DataError
from r3env.event import Event
from r3env.problem import labels_for


class Tri(StrEnum):
    """Three values of a judgement; ``unknown`` means that the record does not decide."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


class Scope(StrEnum):
    """What a rubric item is asked of."""

    EPISODE = "episode"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class RubricItem:
    """One question to an annotator.

    Attributes:
        name: key used in labels.
        scope: asked once an episode, or once for each problem of it.
        question: what is asked, to be answered true, false or unknown.
        ordered: a *true* must also name the event of the prior plan and of the trigger
            (prior < trigger <= revision, where the revision is the label's own event).
    """

    name: str
    scope: Scope
    question: str
    ordered: bool = False


def _rubric() -> Iterator[RubricItem]:
    problem, episode = Scope.PROBLEM, Scope.EPISODE
    yield RubricItem("coverage", problem, "Was the problem considered on its own merits before the end?")
    yield RubricItem("difficulty_observed", problem, "Did the player state how hard or costly it is?")
    yield RubricItem("misread_feedback", problem, "Did a wrong reading of a tool's output lose the problem?")
    yield RubricItem("genuinely_unsolved", problem, "Was the problem worked on soundly and still not solved?")
    yield RubricItem(
        "substantive_update", episode, "Did something observed change the plan that stood before it?", True
    )
    yield RubricItem("rational_update", episode, "Did an update move budget to where it was worth more?")
    yield RubricItem("failed_update", episode, "Was an update attempted without any effect on actions?")
    yield RubricItem("undercoverage", episode, "Were problems left untried that the budget could pay?")
    yield RubricItem("overcommitment", episode, "Did one problem keep the budget while going nowhere?")
    yield RubricItem("late_exhaustion", episode, "Did the budget run out in the middle of unfinished work?")
    yield RubricItem("premature_shelving", episode, "Was a problem shelved for good while affordable?")
    yield RubricItem("weak_finalization", episode, "Was work lost because its answer was not put down?")
    yield RubricItem(
        "engineering_failure", episode, "Did API, runtime, scaffold, container or verifier fail?"
    )


RUBRIC: Mapping[str, RubricItem] = MappingProxyType({item.name: item for item in _rubric()})
"""The rubric items by name (spec section 8)."""


@dataclass(frozen=True, slots=True)
class Label:
    """One annotator's judgement.

    Attributes:
        fingerprint: fingerprint of the episode.
        annotator: who judged.
        item: name of a rubric item, a key of `RUBRIC`.
        value: true, false or unknown.
        problem: label of the problem, for items asked of a problem; else None.
        quotation: exact text from the event, needed for *true*.
        event: sequence number of the event that holds the quotation (for an update: the revision).
        prior: event of the plan that was given up, for ordered items.
        trigger: event that made it change, for ordered items.

    Raises:
        DataError: the label contradicts itself or the rubric; `check_label` tests it against its episode.
    """

    fingerprint: str
    annotator: str
    item: str
    value: Tri
    problem: str | None = None
    quotation: str = ""
    event: int | None = None
    prior: int | None = None
    trigger: int | None = None

    def __post_init__(self) -> None:
        if self.item not in RUBRIC:
            raise DataError(f"rubric item must be one of {', '.join(RUBRIC)}, got {self.item!r}")
        self._check_types()
        try:
            object.__setattr__(self, "value", Tri(self.value))
        except ValueError:
            raise self._error(f"value must be true, false or unknown, got {self.value!r}") from None
        for name in ("fingerprint", "annotator"):
            if not isinstance(getattr(self, name), str) or not getattr(self, name).strip():
                raise self._error(f"{name} must be a text that is not empty, got {getattr(self, name)!r}")
        of_problem = RUBRIC[self.item].scope is Scope.PROBLEM
        if of_problem != (self.problem is not None):
            wanted = "names a problem" if of_problem else "is asked of the whole episode, not of a problem"
            raise self._error(f"the item {wanted}, got problem={self.problem!r}")
        if self.value is Tri.TRUE and (not self.quotation.strip() or self.event is None):
            raise self._error("true needs an exact quotation and the number of its event")
        self._check_order()

    def _check_types(self) -> None:
        if not isinstance(self.quotation, str):
            raise self._error(f"quotation must be a text, got {self.quotation!r}")
        if not (self.problem is None or isinstance(self.problem, str)):
            raise self._error(f"problem must be a label or None, got {self.problem!r}")
        for name in ("event", "prior", "trigger"):
            number = getattr(self, name)
            if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
                raise self._error(f"{name} must be the number of an event or None, got {number!r}")

    def _check_order(self) -> None:
        times = (self.prior, self.trigger, self.event)
        if RUBRIC[self.item].ordered and self.value is Tri.TRUE and None in times:
            raise self._error("true needs the events of the prior plan, the trigger and the revision")
        given = [t for t in times if t is not None]
        if (self.prior is not None or self.trigger is not None) and given != sorted(given):
            raise self._error(f"events must come in the order prior < trigger <= revision, got {times}")
        if self.prior is not None and self.prior == self.trigger:
            raise self._error(f"the prior plan must come before its trigger, got event {self.prior} for both")

    def _error(self, message: str) -> DataError:
        return DataError(f"label {self.item!r} of episode {self.fingerprint}: {message}")

    def to_dict(self) -> dict[str, Any]:
        """A plain dict; `from_dict` makes the label again."""
        return {**asdict(self), "value": str(self.value)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Label:
        """Inverse of `to_dict`.

        Raises:
            DataError: a key is unknown or missing, or the label contradicts itself.
        """
        try:
            return cls(**data)
        except TypeError as error:
            raise DataError(f"a label has other fields than expected: {error}") from error


def newest(labels: Iterable[Label]) -> list[Label]:
    """The labels that stand: an annotator's later judgement of one question replaces the earlier ones.

    Args:
        labels: oldest first, as `r3env.store.RunStore.labels` gives them.
    """
    found: dict[tuple[str, str, str | None, str], Label] = {}
    for label in labels:
        key = (label.fingerprint, label.item, label.problem, label.annotator)
        found.pop(key, None)
        found[key] = label
    return list(found.values())


def event_texts(event: Event) -> Iterator[str]:
    """Every text of an event that can be quoted: action, output, notes, reasons, details."""
    yield from _texts(event.action)
    yield event.result.output
    yield event.result.note
    yield from (guard.reason for guard in event.guards)
    yield from _texts(event.detail)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


def check_label(label: Label, episode: Episode) -> None:
    """Test a label against the episode that it speaks of.

    Raises:
        DataError: another episode's fingerprint, a problem or an event that it does not have, or a quotation
            that does not stand word for word in the event.
    """
    where = f"label {label.item!r} of episode {label.fingerprint}"
    if label.fingerprint != episode.fingerprint:
        raise DataError(f"{where}: the episode at hand is {episode.fingerprint}")
    if label.problem is not None:
        known = labels_for(len(episode.spec["problems"]))
        if label.problem not in known:
            raise DataError(f"{where}: problem must be one of {', '.join(known)}, got {label.problem!r}")
    events = {event.seq: event for event in episode.events}
    for name in ("event", "prior", "trigger"):
        number = getattr(label, name)
        if number is not None and number not in events:
            raise DataError(f"{where}: {name} must be the number of an event of the episode, got {number!r}")
    if not label.quotation or label.event is None:
        return
    if not any(label.quotation in text for text in event_texts(events[label.event])):
        shown = label.quotation if len(label.quotation) <= 80 else label.quotation[:80] + "…"
        raise DataError(f"{where}: event {label.event} does not hold the words {shown!r}")

"""Loading: episodes are read once, as a stream, into the columnar tables of `oracle.tables`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from oracle.tables import OUTCOMES, TIERS, UNGRADED, Cell, Episodes, Records, Slots
from r3env.decision import Decision, Kind, SubClass
from r3env.episode import Episode
from r3env.errors import DataError
from r3env.event import Event, EventKind
from r3env.fingerprint import fingerprint
from r3env.problem import labels_for

__all__ = ["Cell", "Episodes", "Records", "Slots", "load"]


def load(episodes: Iterable[Episode | Mapping[str, Any]]) -> Records:
    """Read episodes, or dicts of the form of `Episode.to_dict`, in one pass; no event is kept.

    Raises:
        DataError: a record is malformed (names its fingerprint and the field), or an episode comes twice.
    """
    rows: list[tuple[Any, ...]] = []
    slots: list[tuple[Any, ...]] = []
    seen: set[str] = set()
    for number, item in enumerate(episodes):
        reader = _Reader(_as_episode(item, number))
        if reader.name in seen:
            raise DataError(f"episode {reader.name} comes twice: load each one once (merge stores first)")
        seen.add(reader.name)
        slots.extend((number, *row) for row in reader.slots())
        rows.append(reader.row())
    return Records(_columns(Episodes, rows), _columns(Slots, slots))


def _columns(table: type[Any], rows: Sequence[tuple[Any, ...]]) -> Any:
    kinds = {"Texts": np.str_, "Floats": np.float64, "Ints": np.int64, "Bools": np.bool_}
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(fields(table))
    return table(
        *(np.array(c, dtype=kinds[str(f.type)]) for c, f in zip(columns, fields(table), strict=True))
    )


def _as_episode(item: Episode | Mapping[str, Any], number: int) -> Episode:
    if isinstance(item, Episode):
        return item
    try:
        return Episode.from_dict(item)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        spec = item.get("spec") if isinstance(item, Mapping) else None
        name = f"record {number}" if spec is None else f"record {number} (episode {fingerprint(spec)})"
        what = f"{type(error).__name__}: {error}"
        raise DataError(f"{name} must have the form of Episode.to_dict, got {what}") from error


@dataclass(slots=True)
class _Work:
    """What the events say of one problem."""

    spent: float = 0.0
    steps: int = 0
    wrote: bool = False
    left_at_first: float = math.nan
    shelved: bool = False

    def begin(self, left: float) -> None:
        if not (self.steps or self.wrote):
            self.left_at_first = left


class _Reader:
    """Reads one episode; every complaint names its fingerprint and the field."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.name = episode.fingerprint
        self.problems = [str(p) for p in self.spec("problems", _ids, "a list of 1 to 26 ids")]
        self.labels = labels_for(len(self.problems))
        self.tool_free = self.text("setting") == "tool_free"
        given = episode.budget.get("unit")
        self.unit = str(given) if given is not None else "output_tokens" if self.tool_free else "actions"
        self.work = {label: _Work() for label in self.labels}
        self.charged = 0.0
        self.length_stop = False
        self.overshoot = 0.0
        for event in episode.events:
            self.read(event)

    def fail(self, field: str, expected: str, got: object) -> DataError:
        return DataError(f"episode {self.name}: {field} must be {expected}, got {got!r}")

    def spec(self, key: str, good: Callable[[Any], bool], expected: str, default: Any = None) -> Any:
        value = self.episode.spec.get(key, default)
        if not good(value):
            raise self.fail(f"spec[{key!r}]", expected, value)
        return value

    def text(self, key: str) -> str:
        return str(self.spec(key, lambda v: isinstance(v, str) and bool(v), "a text that is not empty"))

    def number(self, key: str, absent: float) -> float:
        value = self.spec(key, lambda v: v is None or _amount(v), "a finite number from 0, or None")
        return absent if value is None else float(value)

    def whole(self, key: str, absent: int) -> int:
        value = self.spec(key, lambda v: v is None or (_amount(v) and v == int(v)), "a whole number, or None")
        return absent if value is None else int(value)

    def amount(self, field: str, value: Any) -> float:
        if not _amount(value):
            raise self.fail(field, "a finite number from 0", value)
        return float(value)

    def read(self, event: Event) -> None:
        where = f"events[{event.seq}]"
        charge = self.amount(f"{where}.charges[{self.unit!r}]", event.charges.get(self.unit, 0))
        self.charged += charge
        if event.problem is not None and event.problem not in self.work:
            raise self.fail(f"{where}.problem", f"one of {', '.join(self.labels)}", event.problem)
        left = math.nan if event.before is None else self.amount(f"{where}.before", event.before)
        if event.kind is EventKind.COMPLETION:
            self.read_completion(event, where)
        elif charge > 0 and event.problem is not None:
            work = self.work[event.problem]
            work.begin(left)
            work.spent += charge
            work.steps += 1
            work.shelved = False
        if event.kind is EventKind.ACTION and event.decision is not None:
            self.read_action(event, event.decision, left)

    def read_completion(self, event: Event, where: str) -> None:
        shares = event.detail.get("attribution")
        if shares is None:
            shares = {}
        if not isinstance(shares, Mapping) or not set(shares) <= set(self.labels):
            raise self.fail(
                f"{where}.detail['attribution']", f"amounts by label ({', '.join(self.labels)})", shares
            )
        for label, share in shares.items():
            self.work[label].spent += self.amount(f"{where}.detail['attribution'][{label!r}]", share)
        if event.detail.get("stage") == 2:  # formatting: its own cap, not the budget
            return
        if event.detail.get("finish_reason") == "length":
            self.length_stop = True
        over = event.detail.get("overshoot")
        if over is not None:
            self.overshoot += self.amount(f"{where}.detail['overshoot']", over)

    def read_action(self, event: Event, decision: Decision, left: float) -> None:
        if decision.kind is not Kind.FREE:
            return
        named = [label for label in decision.problems if label in self.work]
        if decision.programs == ("shelve_problem",):
            for label in named if named or event.focus not in self.work else [event.focus]:
                self.work[label].shelved = True
        if decision.subclass is SubClass.ARTIFACT or decision.programs == ("submit_answer",):
            for label in named:
                self.work[label].begin(left)
                self.work[label].wrote = True

    def slots(self) -> Iterator[tuple[Any, ...]]:
        size = len(self.problems)
        tiers = self.spec(
            "tiers", lambda v: v is None or (_ids(v) and len(v) == size), f"None or a list of {size} tiers"
        )
        outcomes = {v.label: v.outcome for v in self.episode.verdicts}
        if not set(outcomes) <= set(self.labels):
            raise self.fail("verdicts", f"of the labels {', '.join(self.labels)}", sorted(outcomes))
        for place, (label, problem) in enumerate(zip(self.labels, self.problems, strict=True)):
            outcome = OUTCOMES.index(str(outcomes[label])) if label in outcomes else UNGRADED
            tier = None if tiers is None else tiers[place]
            if tier is not None and tier not in TIERS:
                raise self.fail(f"spec['tiers'][{place}]", f"one of {', '.join(TIERS)} or None", tier)
            w = self.work[label]
            code = -1 if tier is None else TIERS.index(tier)
            row = (place, problem, code, outcome, w.spent, w.steps, w.wrote)
            yield (*row, w.left_at_first, w.shelved)

    def row(self) -> tuple[Any, ...]:
        texts = [self.text(k) for k in ("setting", "mode", "purpose", "domain", "contest")]
        policy = self.spec("policy", lambda v: isinstance(v, Mapping) and "name" in v, "a dict with a name")
        model = policy.get("model")
        player = str(policy["name"]) if model is None else f"{policy['name']}:{model}"
        guards = self.spec(
            "schedulers",
            lambda v: isinstance(v, list | tuple) and all(isinstance(s, Mapping) and "name" in s for s in v),
            "a list of dicts with a name",
            (),
        )
        scheduler = "+".join(str(s["name"]) for s in guards) if guards else "reference"
        target = self.spec(
            "target", lambda v: v is None or v in self.labels, "a label of the contest, or None"
        )
        reported = self.episode.budget.get("used")
        used = self.charged if reported is None else self.amount("budget['used']", reported)
        budget = self.number("budget", math.nan)
        # A safety cap may cut an unbudgeted reply; NaN compares false, so that such a run is never cut.
        cut = self.length_stop and budget >= 0 if self.tool_free else used >= budget
        return (
            self.name,
            *texts,
            player,
            scheduler,
            str(self.episode.status),
            self.number("rho", math.nan),
            self.whole("level", -1),
            budget,
            used,
            self.whole("repeat", 0),
            len(self.problems),
            -1 if target is None else self.labels.index(target),
            cut,
            self.overshoot,
        )


def _ids(value: Any) -> bool:
    return isinstance(value, list | tuple) and 1 <= len(value) <= 26


def _amount(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value) and value >= 0

"""Columnar tables of a run: `Episodes`, `Slots` (a problem in an episode), and `Records` that holds both."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from r3env.episode import Status
from r3env.problem import Tier
from r3env.verdict import Outcome

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Texts = NDArray[np.str_]

TIERS: tuple[str, ...] = tuple(str(t) for t in Tier)
"""Tiers in the order of their codes in `Slots.tier`; code -1 is a problem without a tier."""
OUTCOMES: tuple[str, ...] = (*(str(o) for o in Outcome), "ungraded")
"""Outcomes in the order of their codes in `Slots.outcome`; ``ungraded``: the episode has no verdict on it."""
CORRECT, WRONG, MISSING, UNPARSED, GRADER_ERROR, UNGRADED = range(len(OUTCOMES))


@dataclass(frozen=True, slots=True)
class _Table:
    """Columns of equal length."""

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))

    def take(self, rows: Bools | Ints) -> Self:
        """The same columns with some rows only (a mask, or row numbers)."""
        return replace(self, **{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    def append(self, other: Self) -> Self:
        """The rows of both tables, those of ``other`` last."""
        pairs = {f.name: (getattr(self, f.name), getattr(other, f.name)) for f in fields(self)}
        return replace(self, **{name: np.concatenate(pair) for name, pair in pairs.items()})


@dataclass(frozen=True, slots=True)
class Episodes(_Table):
    """One row an episode; every column has shape (episodes,).

    Attributes:
        fingerprint: identity of the play.
        setting: ``tool_free``, ``agentic`` …
        mode: ``contest``, ``single`` or ``target``.
        purpose: ``calibrate``, ``curve``, ``contest`` or ``target``.
        domain: name of the domain.
        contest: contest id.
        policy: name of the policy, with its model where it has one (``tools:my-model``).
        scheduler: names of the schedulers in order, joined by ``+``; ``reference`` when there is none.
        status: a `r3env.episode.Status`.
        rho: pressure; NaN when the run has none.
        level: grid index of a curve run; -1 when the run has none.
        budget: shared budget in the official unit; NaN when unbudgeted.
        used: official use, same unit.
        repeat: number of the repeat.
        size: number of problems.
        target: position of the target, from 0; -1 when there is none.
        cut: the budget ended the work (tool-free: the charged reply was cut at the allowance; else nothing
            of the budget was left at the end).
        overshoot: official units used beyond the allowance, as reported by the provider.
    """

    fingerprint: Texts
    setting: Texts
    mode: Texts
    purpose: Texts
    domain: Texts
    contest: Texts
    policy: Texts
    scheduler: Texts
    status: Texts
    rho: Floats
    level: Ints
    budget: Floats
    used: Floats
    repeat: Ints
    size: Ints
    target: Ints
    cut: Bools
    overshoot: Floats

    @property
    def infrastructure(self) -> Bools:
        """Episodes that do not count: infrastructure failed, or the user interrupted them."""
        lost: Bools = np.isin(self.status, (str(Status.INFRASTRUCTURE), str(Status.CANCELLED)))
        return lost

    @property
    def left(self) -> Floats:
        """Official units left at the end; NaN when unbudgeted."""
        left: Floats = np.maximum(self.budget - self.used, 0.0)
        return left


@dataclass(frozen=True, slots=True)
class Slots(_Table):
    """One row a problem in an episode; every column has shape (slots,).

    Attributes:
        episode: row of the episode in `Episodes`.
        position: place in presented order, from 0.
        problem: id of the problem.
        tier: index into `TIERS`, -1 unknown.
        outcome: index into `OUTCOMES`.
        spent: official units attributed to the problem.
        steps: charged events attributed to it (0 in the tool-free setting, where one reply serves all).
        wrote: an answer or solution was put into its artifact at some time.
        left_at_first: official units left before the first charged step or artifact write on it; NaN when
            there was none, or the run is unbudgeted.
        shelved: it was shelved and no charged step on it followed.
    """

    episode: Ints
    position: Ints
    problem: Texts
    tier: Ints
    outcome: Ints
    spent: Floats
    steps: Ints
    wrote: Bools
    left_at_first: Floats
    shelved: Bools

    @property
    def correct(self) -> Bools:
        """Judged right."""
        right: Bools = self.outcome == CORRECT
        return right

    @property
    def answered(self) -> Bools:
        """An answer was read from the reply or artifact, right or wrong."""
        answered: Bools = (self.outcome == CORRECT) | (self.outcome == WRONG)
        return answered

    @property
    def unanswered(self) -> Bools:
        """Judged without an answer: missing, or unparsed."""
        unanswered: Bools = (self.outcome == MISSING) | (self.outcome == UNPARSED)
        return unanswered

    @property
    def spoiled(self) -> Bools:
        """Wrong format or incomplete finalization: malformed in the end, or missing although once written."""
        spoiled: Bools = (self.outcome == UNPARSED) | ((self.outcome == MISSING) & self.wrote)
        return spoiled

    @property
    def judged(self) -> Bools:
        """The slot has a verdict of its own: right, wrong, missing or unparsed."""
        judged: Bools = self.outcome < GRADER_ERROR
        return judged

    @property
    def attempted(self) -> Bools:
        """The log shows work on it: official units, an artifact write, an answer, or a malformed one."""
        tried: Bools = (self.spent > 0) | (self.steps > 0) | self.wrote | self.answered
        tried |= self.outcome == UNPARSED
        return tried


class Cell(NamedTuple):
    """What one figure speaks of: one policy and scheduler in one setting and domain, at one budget.

    ``rho`` is the pressure behind the budget, None when the budget was set by hand; ``budget`` None means
    unbudgeted.
    """

    policy: str
    setting: str
    domain: str
    rho: float | None
    scheduler: str
    budget: float | None


@dataclass(frozen=True, slots=True)
class Records:
    """The two tables. `Slots.episode` always points into ``episodes``."""

    episodes: Episodes
    slots: Slots

    def select(self, rows: Bools | None = None, **wanted: object) -> Records:
        """Keep some episodes with their slots.

        Args:
            rows: mask of shape (episodes,); None keeps all.
            wanted: column of `Episodes` to the value it must have; ``rho=None`` means "no pressure".
        """
        keep: Bools = np.ones(len(self.episodes), dtype=bool) if rows is None else rows.copy()
        for name, value in wanted.items():
            column = getattr(self.episodes, name)
            keep &= np.isnan(column) if value is None else column == value
        new_row = np.cumsum(keep) - 1
        slots = self.slots.take(keep[self.slots.episode])
        return Records(self.episodes.take(keep), replace(slots, episode=new_row[slots.episode]))

    def join(self, other: Records) -> Records:
        """Both records; an episode of ``other`` that stands here already is left out."""
        more = other.select(~np.isin(other.episodes.fingerprint, self.episodes.fingerprint))
        moved = replace(more.slots, episode=more.slots.episode + len(self.episodes))
        return Records(self.episodes.append(more.episodes), self.slots.append(moved))

    def cells(self, purpose: str = "contest") -> Iterator[tuple[Cell, Records]]:
        """Every cell with its records, in sorted order."""
        own = self.select(purpose=purpose)
        table = own.episodes
        texts = (table.policy, table.setting, table.domain)
        rows = zip(*texts, table.rho, table.scheduler, table.budget, strict=True)
        keys = [Cell(str(p), str(s), str(d), _none(r), str(c), _none(b)) for p, s, d, r, c, b in rows]
        order = sorted(set(keys), key=cell_order)
        codes = {key: code for code, key in enumerate(order)}
        code = np.array([codes[key] for key in keys], dtype=np.int64)
        for number, cell in enumerate(order):
            yield cell, own.select(code == number)

    def of(self, name: str) -> NDArray[Any]:
        """A column of `Episodes` spread over the slots, shape (slots,)."""
        column: NDArray[Any] = getattr(self.episodes, name)[self.slots.episode]
        return column


def cell_order(cell: Cell) -> tuple[Any, ...]:
    """Sort key in which "none" comes first."""
    numbers = [-1.0 if n is None else n for n in (cell.rho, cell.budget)]
    return cell.policy, cell.setting, cell.domain, numbers[0], cell.scheduler, numbers[1]


def _none(value: float) -> float | None:
    return None if math.isnan(value) else float(value)

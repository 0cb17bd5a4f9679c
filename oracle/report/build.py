"""`Report`: every figure of a report, computed once from records; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from oracle.analysis import CellReport, Options, analyze, curves_of
from oracle.checks import FloatArray
from oracle.curves import response_curves
from oracle.decomposition import Decomposition, decompose_gap
from oracle.diagnostics import NONE, Annotations, summary
from oracle.frontier import Frontier, budget_frontier
from oracle.outcomes import CurveArrays, contest_problems
from oracle.published import compare
from oracle.replay import Attempts
from oracle.tables import TIERS, Cell, Ints, Records
from r3env.errors import DataError
from r3env.labels import Label

FRONTIER_POINTS = 60
"""Budgets at which a frontier is computed, at most (plus the budgets that were run)."""


@dataclass(frozen=True, slots=True)
class Group:
    """What belongs to one policy in one setting and domain: its curves, and what follows from them.

    Attributes:
        policy, setting, domain: whose.
        costs: nominal cost of each level, official units, shape (L,).
        rates: mean success rate at each level, shape (L,), by tier and for ``all``.
        problems: number of problems behind each of `rates`.
        repeats: runs of a problem at a level.
        frontier: oracle and equal share over the budget.
        cells: rows of `Report.cells`, by budget, the reference before other schedulers.
        decompositions: the gap split by funding class, by row of `Report.cells`.
    """

    policy: str
    setting: str
    domain: str
    costs: FloatArray
    rates: dict[str, FloatArray]
    problems: dict[str, int]
    repeats: int
    frontier: Frontier
    cells: tuple[int, ...]
    decompositions: dict[int, Decomposition]

    @property
    def name(self) -> str:
        """``policy · domain · setting``."""
        return " · ".join((self.policy, self.domain, self.setting.replace("_", "-")))


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a report shows.

    Attributes:
        records: what was analysed.
        cells: one report a cell, floors included.
        groups: policies with curves.
        diagnostics: see `oracle.diagnostics.summary`; its ``cells`` are in the order of `cells`.
        published: rows of `oracle.published.compare` for conditions that somebody published.
        failed: episodes that never succeeded.
        count_unresolved: runs without a verdict count as 0 in the headline, instead of voiding it.
        options: how the cells were analysed.
        labelled: number of annotations behind the diagnostics.
    """

    records: Records
    cells: list[CellReport]
    groups: list[Group]
    diagnostics: dict[str, Any]
    published: list[dict[str, Any]] = field(default_factory=list)
    failed: int = 0
    count_unresolved: bool = False
    options: Options = field(default_factory=Options)
    labelled: int = 0

    def headline(self, cell: CellReport) -> bool:
        """True when the cell has headline figures: all runs judged, or told to count the others as 0."""
        return self.count_unresolved or cell.complete

    def to_dict(self) -> dict[str, Any]:
        """JSON-like form of all figures."""
        return {
            "cells": [{**c.to_dict(), "headline": self.headline(c)} for c in self.cells],
            "groups": [_group_dict(g) for g in self.groups],
            "diagnostics": self.diagnostics,
            "published": self.published,
            "episodes": len(self.records.episodes),
            "failed": self.failed,
            "labels": self.labelled,
        }


def build(
    records: Records,
    failed: Records | None = None,
    *,
    options: Options | None = None,
    labels: Iterable[Label] = (),
    count_unresolved: bool = False,
) -> Report:
    """Compute a report.

    Args:
        records: finished episodes, loaded with their events (`oracle.load`).
        failed: last tries of episodes that never succeeded.
        options: of the analysis.
        labels: annotations, each annotator's newest only (`r3env.labels.newest`).
        count_unresolved: give a headline for cells with unjudged runs, counting those as 0.
    """
    chosen = options or Options()
    cells = analyze(records, failed, chosen)
    tried = records if failed is None else records.join(failed.select(purpose="contest"))
    given = list(labels)
    settled = Annotations.settle(given) if given else NONE
    return Report(
        records=records,
        cells=cells,
        groups=_groups(tried, cells, chosen),
        diagnostics=summary(tried, settled),
        published=_published(c for c in cells if c.complete or count_unresolved),
        failed=0 if failed is None else len(failed.episodes),
        count_unresolved=count_unresolved,
        options=chosen,
        labelled=len(given),
    )


def _groups(tried: Records, cells: Sequence[CellReport], options: Options) -> list[Group]:
    rows: dict[tuple[str, str, str], list[int]] = {}
    order = [(c.budget, c.cell.scheduler != "reference", c.cell.scheduler) for c in cells]
    for row in sorted(range(len(cells)), key=order.__getitem__):
        if cells[row].oracle is not None:
            cell = cells[row].cell
            rows.setdefault((cell.policy, cell.setting, cell.domain), []).append(row)
    return [_group(tried, [(row, cells[row]) for row in own], options) for _, own in sorted(rows.items())]


def _group(tried: Records, own: Sequence[tuple[int, CellReport]], options: Options) -> Group:
    cell = own[0][1].cell
    played = tried.select(purpose="contest", policy=cell.policy, setting=cell.setting, domain=cell.domain)
    problems = contest_problems(played)
    curves = curves_of(tried, cell, problems, options.level_zero)
    if curves is None:
        raise DataError(f"{cell.policy} has an oracle in {cell.setting}/{cell.domain} but no curve runs")
    curves = curves.take(curves.complete)  # as `analyze` does
    right = curves.outcomes * curves.scored
    rates = response_curves(right)
    tier = _tiers(played, curves.problems)
    means = {"all": rates.mean(axis=(0, 1))}
    counts = {"all": int(tier.size)}
    for code, name in enumerate(TIERS):
        if (tier == code).any():
            means[name] = rates[tier == code].mean(axis=0)
            counts[name] = int((tier == code).sum())
    attempts = Attempts(curves.consumed, right, curves.costs)
    budgets = _budgets([report.budget for _, report in own], cell.setting)
    return Group(
        policy=cell.policy,
        setting=cell.setting,
        domain=cell.domain,
        costs=curves.costs,
        rates=means,
        problems=counts,
        repeats=right.shape[-1],
        frontier=budget_frontier(attempts, budgets),
        cells=tuple(row for row, _ in own),
        decompositions={
            row: split
            for row, report in own
            if (split := _decompose(played, report.cell, curves, rates)) is not None
        },
    )


def _tiers(played: Records, problems: Any) -> Ints:
    """Tier code of every problem, shape of ``problems``; -1 unknown."""
    known = dict(zip(played.slots.problem.tolist(), played.slots.tier.tolist(), strict=True))
    codes = [known.get(str(p), -1) for p in problems.ravel()]
    return np.array(codes, dtype=np.int64).reshape(problems.shape)


def _budgets(run: Sequence[float], setting: str) -> FloatArray:
    """Budgets of a frontier: from 0 to a quarter beyond the largest that was run."""
    top = max(1.0, float(np.ceil(1.25 * max(run))))
    points = min(FRONTIER_POINTS, int(top) + 1) if setting == "agentic" else FRONTIER_POINTS
    grid = np.round(np.linspace(0, top, points))
    return np.unique(np.r_[grid, np.array(run, dtype=np.float64)])


def _decompose(played: Records, cell: Cell, curves: CurveArrays, rates: FloatArray) -> Decomposition | None:
    """The gap of one cell by funding class; None when a planned run of its contests is missing or unjudged."""
    own = played.select(**cell._asdict())
    slots, table = own.slots, own.episodes
    repeats = np.unique(table.repeat)
    row = np.searchsorted(curves.contests, own.of("contest")).clip(max=len(curves.contests) - 1)
    use = (curves.contests[row] == own.of("contest")) & slots.judged
    order = {(i, str(p)): k for i, ids in enumerate(curves.problems) for k, p in enumerate(ids)}
    place = [order.get((int(i), str(p)), -1) for i, p in zip(row[use], slots.problem[use], strict=True)]
    shape = (len(curves.contests), len(repeats), curves.problems.shape[1])
    at = (row[use], np.searchsorted(repeats, own.of("repeat")[use]), np.array(place, dtype=np.int64))
    if len(place) != np.prod(shape) or -1 in place or cell.budget is None:
        return None
    solved, spent = np.zeros(shape, dtype=np.int64), np.zeros(shape)
    solved[at], spent[at] = slots.correct[use], slots.spent[use]
    return decompose_gap(rates, curves.costs, cell.budget, solved, spent)


def _published(cells: Iterable[CellReport]) -> list[dict[str, Any]]:
    """New cells beside the published ones, where a condition was published."""
    new = [
        {
            "model": f"{c.cell.policy} ({c.cell.scheduler})",
            "setting": c.cell.setting,
            "domain": c.cell.domain,
            "rho": c.cell.rho,
            "contest": c.contest,
            "oracle": c.oracle,
        }
        for c in cells
        if c.oracle is not None and c.cell.rho is not None
    ]
    rows = compare(new)
    known = {(r["setting"], r["rho"], r["domain"]) for r in rows if r["published"]}
    return [r for r in rows if (r["setting"], r["rho"], r["domain"]) in known]


def _group_dict(group: Group) -> dict[str, Any]:
    frontier = group.frontier
    return {
        "policy": group.policy,
        "setting": group.setting,
        "domain": group.domain,
        "costs": group.costs.tolist(),
        "rates": {name: values.tolist() for name, values in group.rates.items()},
        "problems": group.problems,
        "repeats": group.repeats,
        "frontier": {
            "budgets": frontier.budgets.tolist(),
            "oracle": frontier.oracle.tolist(),
            "replay": None if frontier.replay is None else frontier.replay.tolist(),
        },
        "cells": list(group.cells),
        "decompositions": {str(row): split.to_dict() for row, split in group.decompositions.items()},
    }

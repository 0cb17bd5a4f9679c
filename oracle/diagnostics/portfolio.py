"""The oracle's portfolio of a cell: what it funds, at which level, and how that lines up with contest slots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from oracle.curves import Unscored, response_curves
from oracle.diagnostics.groups import figure
from oracle.diagnostics.shares import tier_mix
from oracle.mckp import solve_mckp
from oracle.outcomes import CurveArrays
from oracle.tables import Bools, Floats, Ints, Records, Texts
from r3env.errors import DataError


@dataclass(frozen=True, slots=True)
class Portfolio:
    """One level for each problem of every contest, as the exact oracle chose them (spec section 7).

    Attributes:
        contests: contest ids, shape (C,).
        problems: problem ids, shape (C, P).
        level: chosen level, shape (C, P).
        cost: its nominal cost, official units, shape (C, P).
        rate: success rate at that level, q*, shape (C, P).
    """

    contests: Texts
    problems: Texts
    level: Ints
    cost: Floats
    rate: Floats

    @property
    def selected(self) -> Bools:
        """Oracle-selected problems: the chosen level has a success rate above 0, shape (C, P).

        A problem solved without any budget (agentic level 0) is selected too, since its value is part of
        the oracle's and a miss of it part of the gap.
        """
        selected: Bools = self.rate > 0
        return selected


@dataclass(frozen=True, slots=True)
class Plan:
    """A portfolio spread over the slots of contest records; every array has shape (slots,).

    Attributes:
        paired: the slot's contest and problem are in the portfolio.
        selected: the oracle selected the problem.
        cost: official units it gave to it; 0 where not paired.
        rate: q* of the problem; 0 where not paired.
    """

    paired: Bools
    selected: Bools
    cost: Floats
    rate: Floats


def solve(curves: CurveArrays, budget: float, *, unscored: Unscored = "zero") -> Portfolio:
    """The plug-in oracle's portfolio of every contest at a budget in official units."""
    rates = response_curves(curves.outcomes, scored=curves.scored, unscored=unscored)
    best = solve_mckp(rates, curves.costs, budget)
    chosen = best.levels[..., None]
    return Portfolio(
        contests=curves.contests,
        problems=curves.problems,
        level=best.levels,
        cost=np.asarray(curves.costs, dtype=np.float64)[best.levels],
        rate=np.take_along_axis(rates, chosen, axis=-1)[..., 0],
    )


def plan(records: Records, portfolio: Portfolio) -> Plan:
    """Line a portfolio up with the slots of contest records, by contest and problem id.

    Raises:
        DataError: a contest of the portfolio holds other problems than the records show.
    """
    size = portfolio.problems.shape[1]
    index = {
        (str(contest), str(problem)): row * size + column
        for row, contest in enumerate(portfolio.contests)
        for column, problem in enumerate(portfolio.problems[row])
    }
    contests = records.of("contest")
    pairs = zip(contests, records.slots.problem, strict=True)
    where = np.array([index.get((str(c), str(p)), -1) for c, p in pairs], dtype=np.int64)
    paired: Bools = where >= 0
    strangers = ~paired & np.isin(contests, portfolio.contests)
    if strangers.any():
        row = int(np.flatnonzero(strangers)[0])
        name = records.episodes.fingerprint[records.slots.episode[row]]
        problem = records.slots.problem[row]
        raise DataError(
            f"episode {name}: problem {problem} must be one of the portfolio's for {contests[row]}"
        )

    def spread(column: Floats) -> Floats:
        values: Floats = np.append(column.ravel(), 0.0)[where]
        return values

    rate = spread(portfolio.rate)
    return Plan(paired, rate > 0, spread(portfolio.cost), rate)


def summary(records: Records, portfolio: Portfolio) -> dict[str, Any]:
    """Tier mix of the portfolio: share of selected problems, of cost and of value on each tier.

    Every problem counts once, however many repeats its contest has. ``level_0`` is the share of selected
    problems that the oracle counts on without funding them.
    """
    slots = records.slots
    tiers = dict(zip(map(str, slots.problem), slots.tier.tolist(), strict=True))
    tier = np.array([tiers.get(str(p), -1) for p in portfolio.problems.ravel()], dtype=np.int64)
    chosen = portfolio.selected.ravel()
    number = int(chosen.sum())
    contests = len(portfolio.contests)
    return {
        "problems": tier_mix(tier, chosen.astype(float)),
        "cost": tier_mix(tier, np.where(chosen, portfolio.cost.ravel(), 0.0)),
        "value": tier_mix(tier, portfolio.rate.ravel()),
        "selected_per_contest": figure(number, contests, "no contest"),
        "value_per_contest": figure(float(portfolio.rate.sum()), contests, "no contest"),
        "level_0": figure(int((chosen & (portfolio.level.ravel() == 0)).sum()), number, "nothing selected"),
    }

"""A frontier, not two points: oracle, equal-share replay and contests as functions of the budget."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from oracle.checks import FloatArray, budget_array, numbers, refuse
from oracle.curves import response_curves
from oracle.mckp import solve_mckp
from oracle.replay import Attempts, equal_share_replay
from r3env.errors import ConfigError, DataError


@dataclass(frozen=True, slots=True)
class Frontier:
    """Means over contests at each budget, in problems.

    Attributes:
        budgets: shape (T,), rising.
        oracle: plug-in oracle, a rising step function of the budget, shape (T,).
        replay: equal-share replay, shape (T,); None without attempts.
        contest_budgets: budgets at which contests were run, shape (C,), rising.
        contest: mean contest score there, shape (C,).
    """

    budgets: FloatArray
    oracle: FloatArray
    replay: FloatArray | None
    contest_budgets: FloatArray
    contest: FloatArray

    def area(self, upper: str = "oracle", lower: str = "contest") -> float | None:
        """Area between two frontiers divided by the width of the budgets they share: a mean gap in problems.

        Contests are joined by straight lines between the budgets that were run; the area ends where they end.
        None when the two share fewer than two budgets. Negative where the lower one is above.

        Args:
            upper: ``oracle``, ``replay`` or ``contest``.
            lower: the same.
        """
        (x1, y1), (x2, y2) = self._curve(upper), self._curve(lower)
        if min(x1.size, x2.size) < 2:
            return None
        start, stop = max(x1[0], x2[0]), min(x1[-1], x2[-1])
        if stop <= start:
            return None
        x = np.unique(np.concatenate([x1, x2, [start, stop]]))
        x = x[(x >= start) & (x <= stop)]
        between = np.interp(x, x1, y1) - np.interp(x, x2, y2)
        trapezia = np.diff(x) * (between[1:] + between[:-1]) / 2
        return float(trapezia.sum() / (stop - start))

    def _curve(self, name: str) -> tuple[FloatArray, FloatArray]:
        if name == "contest":
            return self.contest_budgets, self.contest
        values = {"oracle": self.oracle, "replay": self.replay}.get(name)
        if values is None:
            raise ConfigError(
                f"no frontier called {name!r} here: take oracle, contest, or replay with attempts"
            )
        return self.budgets, values


def budget_frontier(
    attempts: Attempts,
    budgets: ArrayLike,
    *,
    contest: dict[float, ArrayLike] | None = None,
) -> Frontier:
    """Frontiers of one cell over many budgets.

    Args:
        attempts: single-problem attempts with their level costs; level 0 included or worth nothing.
        budgets: shared budgets, shape (T,), rising strictly.
        contest: mean score of each contest, shape (contests,), by the budget it was run at.

    Raises:
        ConfigError: attempts without costs, or budgets that do not rise.
        DataError: contest scores of another number of contests.
    """
    grid = budget_array(budgets).astype(np.float64)
    if grid.ndim != 1 or grid.size == 0 or np.any(np.diff(grid) <= 0) or not np.isfinite(grid).all():
        raise ConfigError("budgets must be a rising list of finite numbers")
    if attempts.costs is None:
        raise ConfigError("a frontier needs the level costs: give Attempts its costs")
    values, costs = _with_level_zero(response_curves(attempts.correct), attempts.costs)
    best = solve_mckp(values[None], costs, grid[:, None]).value.mean(axis=1)
    replay = np.array([equal_share_replay(attempts, float(b)).mean() for b in grid])
    points = sorted((contest or {}).items())
    means = []
    for budget, scores in points:
        array = numbers(scores, f"contest[{budget}]")
        if array.shape != values.shape[:1]:
            raise DataError(f"contest[{budget}] must hold {len(values)} scores, got shape {array.shape}")
        refuse(array < 0, array, f"contest[{budget}]", "at least 0")
        means.append(array.mean())
    return Frontier(grid, best, replay, np.array([b for b, _ in points], dtype=np.float64), np.array(means))


def _with_level_zero(
    values: FloatArray, costs: NDArray[np.generic]
) -> tuple[FloatArray, NDArray[np.generic]]:
    """The same levels, with a level of cost and value 0 before them when none is free."""
    if np.any(costs == 0):
        return values, costs
    free = np.zeros((*values.shape[:-1], 1))
    return np.concatenate([free, values], axis=-1), np.concatenate([np.zeros_like(costs[:1]), costs])

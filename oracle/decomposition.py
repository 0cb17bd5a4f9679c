"""Where the gap comes from: Δ_RR split by how each problem was funded, adding up to the gap exactly.

For problem p of a contest the oracle plans level ℓ* with nominal cost c* and value q*; the contest spent u on
it and solved it or not (s = 1 or 0). Its share of the gap is q* − s. The nominal cost that u could have
bought, c(u) = the largest level cost at or below u, decides its class:

====================== ==================================
never funded           u = 0, though c* > 0
under-funded           u > 0 and c(u) < c*
over-funded            c(u) > c*
funded enough          c(u) = c*: what it lost, it lost for another reason than money
====================== ==================================

Every problem of every repeat is in one class, so the classes sum to the gap. A part is negative where contests
did better than planned: luck, or problems solved that the oracle left out (typically under *over-funded*, whose
price shows in the other classes: what was spent there was missing elsewhere).

Each part is also split in two: allocation, q* − q(u), what the single-problem curve loses between the planned
and the actual funding; and execution, q(u) − s, what the contest lost against the curve at equal funding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from oracle.checks import FloatArray, IntArray, numbers, outcome_array, refuse
from oracle.mckp import solve_mckp
from r3env.errors import ConfigError, DataError

CLASSES = ("never_funded", "under_funded", "over_funded", "funded_enough")


@dataclass(frozen=True, slots=True)
class Decomposition:
    """Parts of Δ_RR of a cell, arrays in the order of `CLASSES`.

    Attributes:
        gap: Δ_RR, mean over contests and repeats, in problems.
        parts: share of the gap of each class, shape (4,); sums to `gap`.
        allocation: its allocation half, shape (4,).
        execution: its execution half, shape (4,); `parts` = `allocation` + `execution`.
        problems: mean number of problems of a contest in each class, shape (4,); sums to P.
        by_contest: `parts` of each contest, shape (contests, 4), for intervals and paired tests.
    """

    gap: float
    parts: FloatArray
    allocation: FloatArray
    execution: FloatArray
    problems: FloatArray
    by_contest: FloatArray

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Class name to its part, allocation, execution and number of problems."""
        columns = {
            "part": self.parts,
            "allocation": self.allocation,
            "execution": self.execution,
            "problems": self.problems,
        }
        return {
            name: {column: float(values[i]) for column, values in columns.items()}
            for i, name in enumerate(CLASSES)
        }


def decompose_gap(
    curves: ArrayLike, costs: ArrayLike, budget: float, solved: ArrayLike, spent: ArrayLike
) -> Decomposition:
    """Split the gap of a cell.

    Args:
        curves: success rates, shape (contests, P, L), level 0 included.
        costs: nominal level costs, shape (L,), rising, level 0 at cost 0.
        budget: shared budget of a contest.
        solved: 1 where a problem was judged right in the contest, shape (contests, repeats, P).
        spent: budget attributed to the problem there, same shape, same unit as `costs`.

    Raises:
        DataError: shapes do not fit, or a value is out of range (its index is named).
        ConfigError: costs that do not start at 0 or do not rise.

    >>> split = decompose_gap([[[0, 1.0], [0, 1.0]]], [0, 1], 2, [[[1, 0]]], [[[2, 0]]])
    >>> split.gap, split.parts.tolist()
    (1.0, [1.0, 0.0, 0.0, 0.0])
    """
    rates, grid = numbers(curves, "curves").astype(np.float64), numbers(costs, "costs")
    right, used = _contest_arrays(solved, spent, rates)
    if grid.shape != rates.shape[-1:]:
        raise DataError(f"costs must have shape {rates.shape[-1:]} (one a level), got {grid.shape}")
    if grid[0] != 0 or np.any(np.diff(grid) < 0):
        raise ConfigError(f"costs must start at 0 and rise, got {grid.tolist()}")

    best = solve_mckp(rates, grid, budget)
    planned = _at(rates, best.levels)[:, None, :]
    reached = np.searchsorted(grid, used, side="right") - 1
    # Equal costs are one funding: where the spend buys just the planned cost, the planned level is meant.
    reached = np.where(grid[reached] == grid[best.levels][:, None, :], best.levels[:, None, :], reached)
    actual = np.stack([_at(rates, reached[:, r]) for r in range(right.shape[1])], axis=1)

    kind = _classes(grid[best.levels][:, None, :], grid[reached], used)
    member = np.arange(len(CLASSES))[:, None, None, None] == kind
    allocation, execution = planned - actual, actual - right
    repeats = right.shape[1]
    by_contest = (member * (planned - right)).sum(axis=(2, 3)).T / repeats

    def total(part: FloatArray) -> FloatArray:
        return np.asarray((member * part).sum(axis=(2, 3)).mean(axis=1) / repeats, dtype=np.float64)

    gap = float(best.value.mean() - right.sum(axis=-1).mean())
    return Decomposition(
        gap,
        total(planned - right),
        total(allocation),
        total(execution),
        total(np.ones(right.shape)),
        by_contest,
    )


def _contest_arrays(solved: ArrayLike, spent: ArrayLike, rates: FloatArray) -> tuple[IntArray, FloatArray]:
    if rates.ndim != 3:
        raise DataError(f"curves must have shape (contests, P, L), got {rates.shape}")
    refuse((rates < 0) | (rates > 1), rates, "curves", "between 0 and 1")
    right = outcome_array(np.asarray(solved)[..., None], "solved")[..., 0]
    if (right.shape[0], right.shape[2]) != rates.shape[:2]:
        raise DataError(
            f"solved must have shape (contests, repeats, P) for curves of shape {rates.shape}, got {right.shape}"
        )
    used = numbers(spent, "spent").astype(np.float64)
    if used.shape != right.shape:
        raise DataError(f"spent must have the shape of solved, {right.shape}, got {used.shape}")
    refuse(used < 0, used, "spent", "at least 0")
    return right, used


def _at(rates: FloatArray, levels: IntArray) -> FloatArray:
    """Rate of each problem at its level: (contests, P, L) and (contests, P) to (contests, P)."""
    return np.asarray(np.take_along_axis(rates, levels[..., None], axis=-1)[..., 0])


def _classes(planned: NDArray[np.generic], bought: NDArray[np.generic], used: FloatArray) -> IntArray:
    """Index into `CLASSES` for every problem of every repeat."""
    wanted, got = planned.astype(np.float64), bought.astype(np.float64)
    conditions = [(used == 0) & (wanted > 0), got < wanted, got > wanted]
    return np.asarray(np.select(conditions, [0, 1, 2], default=3), dtype=np.int64)

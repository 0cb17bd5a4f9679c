"""Equal-share replay: what a plan that gives each problem the same share of the budget would have scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from oracle.checks import FloatArray, IntArray, numbers, outcome_array, refuse
from r3env.errors import ConfigError, DataError

Reading = Literal["paper", "release"]


@dataclass(frozen=True)
class Attempts:
    """Single-problem attempts of a cell.

    Attributes:
        consumed: use of the metered resource (output tokens or actions), shape (contests, P, L, K). May be
            NaN where the attempt was not right.
        correct: 1 where the attempt was judged right, same shape.
        costs: nominal cost of the levels in the same unit, shape (L,). With it, levels of cost 0 are the
            unfunded level 0, which the paper's reading leaves out; without it every level counts as positive.

    Raises:
        DataError: shapes differ, outcomes are not 0/1, a right attempt has no use, or a use is negative.
    """

    consumed: NDArray[Any]
    correct: IntArray
    costs: NDArray[Any] | None = None

    def __init__(self, consumed: ArrayLike, correct: ArrayLike, costs: ArrayLike | None = None) -> None:
        right = outcome_array(correct, "correct")
        used = np.asarray(consumed, dtype=np.float64)
        if used.shape != right.shape:
            raise DataError(f"consumed and correct must have one shape, got {used.shape} and {right.shape}")
        refuse((right == 1) & ~np.isfinite(used), used, "consumed", "a finite number where correct is 1")
        refuse(used < 0, used, "consumed", "at least 0")
        grid = None if costs is None else numbers(costs, "costs")
        if grid is not None:
            if grid.shape != right.shape[2:3]:
                raise DataError(f"costs must have shape {right.shape[2:3]} (one a level), got {grid.shape}")
            refuse(grid < 0, grid, "costs", "at least 0")
        for name, value in (("consumed", used), ("correct", right), ("costs", grid)):
            object.__setattr__(self, name, value)


def share_threshold(budget: float, problems: int) -> int:
    """Equal share of a budget, rounded down: ⌊B / P⌋.

    >>> [share_threshold(b, 6) for b in (229, 287, 36, 5)]
    [38, 47, 6, 0]
    """
    if not (np.isfinite(budget) and budget >= 0):
        raise ConfigError(f"budget must be a finite number of at least 0, got {budget!r}")
    if problems < 1:
        raise ConfigError(f"a contest holds at least one problem, got {problems}")
    return int(budget // problems)


def equal_share_replay(attempts: Attempts, budget: float, *, reading: Reading = "paper") -> FloatArray:
    """Problems that one equal share of the budget would have paid for.

    The paper's reading (Appendix E, "Observed-cost equal-share replay"): a problem scores 1 if any right
    attempt, at any positive level, consumed at most ⌊B / P⌋. The release reading: its success rate at the
    richest level whose nominal cost is at most ⌊B / P⌋, 0 when there is none.

    Args:
        attempts: consumption and outcome of every attempt; the release reading needs ``attempts.costs``.
        budget: shared budget of a contest, in the unit of ``attempts.consumed``.
        reading: ``paper`` or ``release``.

    Returns:
        Score of each contest, shape (contests,), between 0 and P.

    Raises:
        ConfigError: a negative or infinite budget, an unknown reading, or no costs for the release reading.
    """
    share = share_threshold(budget, attempts.correct.shape[1])
    if reading == "paper":
        funded = np.ones(attempts.correct.shape[2], dtype=np.bool_)
        if attempts.costs is not None:
            funded = attempts.costs > 0
        paid = (attempts.correct == 1) & (attempts.consumed <= share) & funded[:, None]
        return np.asarray(paid.any(axis=(2, 3)).sum(axis=1), dtype=np.float64)
    if reading != "release":
        raise ConfigError(f"reading must be 'paper' or 'release', got {reading!r}")
    if attempts.costs is None:
        raise ConfigError("the release reading compares nominal level costs: give Attempts its costs")
    affordable = np.flatnonzero(attempts.costs <= share)
    if affordable.size == 0:
        return np.zeros(attempts.correct.shape[0])
    dearest = affordable[attempts.costs[affordable] == attempts.costs[affordable].max()]
    rates = attempts.correct[:, :, dearest[-1]].mean(axis=-1)  # equal costs: the later level is the richer
    return np.asarray(rates.sum(axis=1), dtype=np.float64)

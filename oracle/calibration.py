"""Calibration: mean unbudgeted use R∞, and the budgets and level costs that are shares of it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from oracle.checks import IntArray, refuse
from oracle.curves import scored_array
from r3env.errors import ConfigError, DataError

GRID = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Levels Λ of the published response curves, as shares of R∞."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Unbudgeted use of one model in one domain and setting.

    Attributes:
        mean_use: R∞, mean consumption of the contests that completed normally (tokens or actions).
        completed: number of those contests.
        excluded: contests left out: a safety cap was hit, or the run did not complete.
    """

    mean_use: float
    completed: int
    excluded: int

    def budget(self, pressure: float, *, minimum: int = 1) -> int:
        """Shared budget at a pressure ρ: see `share_of`."""
        return share_of(self.mean_use, pressure, minimum=minimum)

    def level_costs(self, grid: Iterable[float] = GRID, *, minimum: int = 1) -> IntArray:
        """Nominal cost of each level, level 0 (cost 0) first: see `level_costs`."""
        return level_costs(self.mean_use, grid, minimum=minimum)


def calibrate(consumed: ArrayLike, completed: ArrayLike | None = None) -> Calibration:
    """R∞ from unbudgeted runs of every contest (paper, Section 3, budget calibration).

    Args:
        consumed: metered use of each run, shape (contests,).
        completed: False where a run hit a safety cap or failed; those are left out and counted.

    Raises:
        DataError: no run completed, or a completed run has no finite use of at least 0.

    >>> calibrate([30, 40, 500], [True, True, False])
    Calibration(mean_use=35.0, completed=2, excluded=1)
    """
    used = np.asarray(consumed, dtype=np.float64)
    if used.ndim != 1:
        raise DataError(f"consumed must have shape (contests,), got {used.shape}")
    kept = scored_array(completed, used.shape)
    refuse(kept & ~(np.isfinite(used) & (used >= 0)), used, "consumed", "a finite number of at least 0")
    if not kept.any():
        raise DataError(f"none of {used.size} unbudgeted runs completed normally: R∞ needs at least one")
    return Calibration(float(used[kept].mean()), int(kept.sum()), int((~kept).sum()))


def share_of(mean_use: float, share: float, *, minimum: int = 1) -> int:
    """share · R∞ rounded half up, at least `minimum`.

    Half is decided on the decimal digits of `share`: 0.05 · 50 is 2.5 and gives 3; and on the fraction that
    `mean_use` stands for, a mean of up to some thousand contests: 0.3 · (35 / 3) is 3.5 and gives 4.

    Raises:
        ConfigError: a share or use that is negative or not finite.

    >>> [share_of(35, rho) for rho in (0.2, 0.8)]
    [7, 28]
    """
    for name, value in (("share", share), ("mean use", mean_use)):
        if not (math.isfinite(value) and value >= 0):
            raise ConfigError(f"{name} must be a finite number of at least 0, got {value!r}")
    exact = Fraction(repr(float(share))) * Fraction(float(mean_use)).limit_denominator(1_000_000)
    return max(minimum, math.floor(exact + Fraction(1, 2)))


def level_costs(mean_use: float, grid: Iterable[float] = GRID, *, minimum: int = 1) -> IntArray:
    """Nominal costs of level 0 and of the levels of a grid, shape (1 + len(grid),).

    Costs that round to the same number stay distinct levels.

    Raises:
        ConfigError: shares that do not rise strictly from above 0.

    >>> level_costs(8.75).tolist()
    [0, 1, 1, 2, 4, 7]
    """
    shares = list(grid)
    if not shares or any(low >= high for low, high in zip([0.0, *shares], shares, strict=False)):
        raise ConfigError(f"grid must hold shares that rise strictly from above 0, got {shares}")
    costs = [0, *(share_of(mean_use, share, minimum=minimum) for share in shares)]
    return np.array(costs, dtype=np.int64)

"""Planning a study from a pilot: contests and repeats for a power, and the price of a narrower interval.

Model: a figure of contest i in repeat r is μ + contest effect + repeat noise, with variances σ_b² and σ_w².
The mean over N contests of R repeats has variance (σ_b² + σ_w² / R) / N. Repeats only shrink the second part:
past R ≈ σ_w² / σ_b², contests are the better buy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from oracle.checks import FloatArray, cluster_values, numbers, refuse
from r3env.errors import ConfigError, DataError

_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Components:
    """Variance of a figure, estimated from a pilot.

    Attributes:
        between: σ_b², variance between contests (0 when the estimate is negative).
        within: σ_w², variance between repeats of a contest.
        contests: contests of the pilot.
        repeats: repeats of the pilot.
    """

    between: float
    within: float
    contests: int
    repeats: int

    def of_contest_mean(self, repeats: int) -> float:
        """Variance of the mean of one contest over `repeats` repeats: σ_b² + σ_w² / R."""
        _check_positive("repeats", repeats)
        return self.between + self.within / repeats


@dataclass(frozen=True, slots=True)
class Design:
    """One way to run a study: contests × repeats = episodes of each side, and what it achieves.

    Attributes:
        contests: number of contests N.
        repeats: repeats R of each.
        episodes: N · R.
        power: chance to see the difference (None when planned for a width).
        half_width: half of the interval's width at the planned level.
    """

    contests: int
    repeats: int
    episodes: int
    power: float | None
    half_width: float


def variance_components(pilot: ArrayLike) -> Components:
    """σ_b² and σ_w² by one-way analysis of variance.

    Args:
        pilot: figures of shape (contests, repeats), at least 2 × 2: scores, differences of two policies on the
            same contests, or the influences of `gap_influence`.

    Raises:
        DataError: another shape, or a figure that is not finite.
    """
    values = numbers(np.asarray(pilot, dtype=np.float64), "pilot")
    if values.ndim != 2 or min(values.shape) < 2:
        raise DataError(f"pilot must have shape (contests, repeats), at least 2 × 2, got {values.shape}")
    contests, repeats = values.shape
    within = float(values.var(axis=1, ddof=1).mean())
    between = float(values.mean(axis=1).var(ddof=1)) - within / repeats
    return Components(max(0.0, between), within, contests, repeats)


def gap_influence(contest: ArrayLike, oracle: ArrayLike) -> FloatArray:
    """What each contest and repeat adds to GapRatio: figures with its mean and, to first order, its variance.

    Linearised ratio G = 1 − C / O: g_ir = G − ((c_ir − C) − (C / O) (o_i − O)) / O. Take the difference of two
    policies' influences on the same contests as a pilot for a paired comparison of their GapRatios.

    Args:
        contest: scores, shape (contests, repeats).
        oracle: oracle value of each contest, shape (contests,).

    Returns:
        Influences, shape (contests, repeats).

    Raises:
        DataError: shapes differ, a value is negative, or the mean oracle is 0 (GapRatio is undefined).
    """
    scores = numbers(np.asarray(contest, dtype=np.float64), "contest")
    values = cluster_values(oracle, "oracle")
    if scores.ndim != 2 or len(scores) != len(values):
        raise DataError(f"contest must have shape ({len(values)}, repeats), got {scores.shape}")
    for name, array in (("contest", scores), ("oracle", values)):
        refuse(array < 0, array, name, "at least 0")
    mean, best = float(scores.mean()), float(values.mean())
    if best == 0:
        raise DataError("the oracle is 0 in every contest: GapRatio is undefined, nothing can be planned")
    slope = mean / best
    return np.asarray(1 - slope - ((scores - mean) - slope * (values[:, None] - best)) / best)


def power_of(
    components: Components, difference: float, contests: int, repeats: int, *, alpha: float = 0.05
) -> float:
    """Chance that a two-sided test at `alpha` sees a true difference (normal approximation).

    Args:
        components: variance of the paired difference, from `variance_components`.
        difference: true mean difference δ, in the unit of the pilot.
        contests: N.
        repeats: R.
        alpha: size of the test.
    """
    _check_share("alpha", alpha)
    _check_positive("contests", contests)
    error = math.sqrt(components.of_contest_mean(repeats) / contests)
    if error == 0:
        return 1.0 if difference else alpha
    shift, critical = abs(difference) / error, _NORMAL.inv_cdf(1 - alpha / 2)
    return _NORMAL.cdf(shift - critical) + _NORMAL.cdf(-shift - critical)


def plan_power(
    components: Components,
    difference: float,
    *,
    power: float = 0.8,
    alpha: float = 0.05,
    repeats: Sequence[int] = (1, 2, 3, 5, 10),
) -> list[Design]:
    """Contests needed to see a difference, one design for each number of repeats.

    N = (z_{1−α/2} + z_power)² (σ_b² + σ_w² / R) / δ², plus z²_{1−α/2} / 2 for the variance being estimated
    (Guenther 1981), rounded up, at least 2.

    Raises:
        ConfigError: δ is 0, or power, alpha or repeats out of range.
    """
    _check_share("power", power)
    _check_share("alpha", alpha)
    if not (math.isfinite(difference) and difference != 0):
        raise ConfigError(f"difference must be a finite number other than 0, got {difference!r}")
    z = _NORMAL.inv_cdf(1 - alpha / 2)
    wanted = max(0.0, z + _NORMAL.inv_cdf(power)) ** 2 / difference**2
    designs = []
    for r in repeats:
        contests = max(2, math.ceil(wanted * components.of_contest_mean(r) + z * z / 2))
        reached = power_of(components, difference, contests, r, alpha=alpha)
        designs.append(_design(components, contests, r, 1 - alpha, reached))
    return designs


def plan_width(
    components: Components,
    half_width: float,
    *,
    level: float = 0.95,
    repeats: Sequence[int] = (1, 2, 3, 5, 10),
) -> list[Design]:
    """Contests needed for an interval of ± `half_width`, one design for each number of repeats.

    N = z² (σ_b² + σ_w² / R) / w², rounded up, at least 2: half the width costs four times the contests.

    Raises:
        ConfigError: a width that is not above 0, or level or repeats out of range.
    """
    _check_share("level", level)
    if not (math.isfinite(half_width) and half_width > 0):
        raise ConfigError(f"half_width must be a finite number above 0, got {half_width!r}")
    z = _NORMAL.inv_cdf((1 + level) / 2)
    designs = []
    for r in repeats:
        contests = max(2, math.ceil(z * z * components.of_contest_mean(r) / half_width**2))
        designs.append(_design(components, contests, r, level, None))
    return designs


def _design(components: Components, contests: int, repeats: int, level: float, power: float | None) -> Design:
    z = _NORMAL.inv_cdf((1 + level) / 2)
    half = z * math.sqrt(components.of_contest_mean(repeats) / contests)
    return Design(contests, repeats, contests * repeats, power, half)


def _check_share(name: str, value: float) -> None:
    if not 0 < value < 1:
        raise ConfigError(f"{name} must lie between 0 and 1, got {value!r}")


def _check_positive(name: str, value: int) -> None:
    if value < 1:
        raise ConfigError(f"{name} must be at least 1, got {value!r}")

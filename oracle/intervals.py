"""Bootstrap intervals with contests as the clusters: percentile and BCa.

Estimand: the mean, over the population that the contests were drawn from, of the figure computed for each
contest (or a function of such means, GapRatio for one). Contests are resampled *with their computed values*.
Resampling the repeats as well and refitting the oracle each time is biased again, because the maximum is taken
over rates with twice the noise (docs/statistics.md gives the coverages). No interval round the plug-in oracle
covers the true oracle: that is what `oracle.bracket` is for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from oracle.checks import FloatArray, cluster_values, refuse
from r3env.errors import ConfigError, DataError

Method = Literal["percentile", "bca"]
Statistic = Callable[[FloatArray], FloatArray]
"""Takes means of shape (…, k), gives figures of shape (…); NaN where the figure is undefined."""
_CHUNK_CELLS = 2**22


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval, or the reason why there is none. Unpacks to ``low, high``.

    Attributes:
        low: lower end; None when undefined.
        high: upper end; None when undefined.
        estimate: the figure itself; None without data.
        standard_error: bootstrap standard error; None when undefined.
        level: nominal coverage.
        contests: number of clusters.
        method: ``percentile`` or ``bca``.
        reason: why the interval is undefined; empty when it is not.
        dropped: resamples left out because the figure is undefined in them (oracle 0).
    """

    low: float | None
    high: float | None
    estimate: float | None
    standard_error: float | None
    level: float
    contests: int
    method: str
    reason: str = ""
    dropped: int = 0

    def __iter__(self) -> Iterator[float | None]:
        return iter((self.low, self.high))

    @property
    def defined(self) -> bool:
        """True when there are two ends."""
        return self.low is not None


def cluster_interval(
    values: ArrayLike,
    level: float = 0.95,
    *,
    rng: np.random.Generator | int,
    method: Method = "percentile",
    n_boot: int = 10_000,
) -> Interval:
    """Interval of the mean over contests.

    Args:
        values: a figure for each contest, shape (contests,), or (contests, repeats): repeats of a contest are
            averaged first, they are not independent contests.
        level: nominal coverage, between 0 and 1.
        rng: a generator, or a seed for one; the same seed gives the same interval.
        method: ``percentile``, or ``bca`` (bias-corrected and accelerated, Efron 1987).
        n_boot: number of resamples.

    Returns:
        The interval; undefined with a reason for fewer than two contests, [v, v] when all values are equal.

    Raises:
        DataError: a value is not a finite number (its row is named) or the shape does not fit.
        ConfigError: level, method or n_boot out of range.

    >>> interval = cluster_interval([[0] * 50, [1] * 50], rng=0)
    >>> round(interval.standard_error, 2)
    0.35
    """
    means = cluster_values(values)[:, None]
    return bootstrap_interval(means, lambda m: m[..., 0], level, rng=rng, method=method, n_boot=n_boot)


def ratio_interval(
    contest: ArrayLike,
    oracle: ArrayLike,
    level: float = 0.95,
    *,
    rng: np.random.Generator | int,
    method: Method = "percentile",
    n_boot: int = 10_000,
) -> Interval:
    """Interval of GapRatio = 1 − mean contest score / mean oracle value, both resampled together.

    Args:
        contest: score of each contest, shape (contests,) or (contests, repeats).
        oracle: oracle value of the same contests, shape (contests,), by any method of `oracle_value`.
        level, rng, method, n_boot: as in `cluster_interval`.
    """
    scores, values = cluster_values(contest, "contest"), cluster_values(oracle, "oracle")
    if scores.shape != values.shape:
        raise DataError(f"contest and oracle must hold the same contests, got {scores.shape}, {values.shape}")
    for name, array in (("contest", scores), ("oracle", values)):
        refuse(array < 0, array, name, "at least 0")
    pair = np.stack([scores, values], axis=1)
    return bootstrap_interval(pair, gap_of_means, level, rng=rng, method=method, n_boot=n_boot)


def gap_of_means(means: FloatArray) -> FloatArray:
    """GapRatio from means (contest, oracle) on the last axis; NaN where the oracle is 0."""
    contest, oracle = means[..., 0], means[..., 1]
    undefined = np.full(oracle.shape, np.nan)
    return np.asarray(np.divide(oracle - contest, oracle, out=undefined, where=oracle > 0))


def bootstrap_interval(
    values: FloatArray,
    statistic: Statistic,
    level: float = 0.95,
    *,
    rng: np.random.Generator | int,
    method: Method = "percentile",
    n_boot: int = 10_000,
) -> Interval:
    """Interval of a function of means over contests.

    Args:
        values: k figures for each contest, shape (contests, k), finite.
        statistic: from means (…, k) to the figure (…); NaN where it is undefined.
        level, rng, method, n_boot: as in `cluster_interval`.
    """
    _check_settings(level, method, n_boot)
    contests = len(values)
    estimate = float(statistic(values.mean(axis=0))) if contests else np.nan
    known = None if np.isnan(estimate) else estimate

    def undefined(reason: str, dropped: int = 0) -> Interval:
        return Interval(None, None, known, None, level, contests, method, reason, dropped)

    if contests < 2:
        return undefined(f"{contests or 'no'} contest: an interval over contests needs at least 2")
    if known is None:
        return undefined("the figure is undefined: the oracle is 0 in every contest")
    if np.all(values == values[0]):
        exact = float(statistic(values[0]))
        return Interval(exact, exact, exact, 0.0, level, contests, method)
    resampled = statistic(resampled_means(values, n_boot, np.random.default_rng(rng)))
    kept = resampled[np.isfinite(resampled)]
    dropped = int(n_boot - kept.size)
    if dropped > n_boot // 2:
        return undefined("the figure is undefined (oracle 0) in most resamples", dropped)
    tails = np.array([(1 - level) / 2, (1 + level) / 2])
    if method == "bca":
        tails = _bca_tails(tails, kept, estimate, _jackknife(values, statistic))
    low, high = np.quantile(kept, tails)
    error = float(np.std(kept))
    return Interval(float(low), float(high), known, error, level, contests, method, "", dropped)


def resampled_means(values: FloatArray, n_boot: int, rng: np.random.Generator) -> FloatArray:
    """Means over contests drawn with replacement: values (contests, k) to means (n_boot, k)."""
    contests = len(values)
    share = np.full(contests, 1 / contests)
    step = max(1, _CHUNK_CELLS // contests)
    sizes = [min(step, n_boot - start) for start in range(0, n_boot, step)]
    parts = [rng.multinomial(contests, share, size=size) @ values for size in sizes]
    return np.asarray(np.concatenate(parts) / contests, dtype=np.float64)


def _jackknife(values: FloatArray, statistic: Statistic) -> FloatArray:
    """The figure with each contest left out in turn, shape (contests,); undefined ones are dropped."""
    left_out = statistic((values.sum(axis=0) - values) / (len(values) - 1))
    return np.asarray(left_out[np.isfinite(left_out)])


def _bca_tails(
    tails: FloatArray, resampled: FloatArray, estimate: float, jackknife: FloatArray
) -> FloatArray:
    """Tail probabilities moved by the bias and the acceleration (Efron 1987, eq. 2.3)."""
    normal = NormalDist()
    below = np.mean(resampled < estimate) + np.mean(resampled == estimate) / 2
    edge = 0.5 / resampled.size
    bias = normal.inv_cdf(float(np.clip(below, edge, 1 - edge)))
    away = jackknife.mean() - jackknife
    spread = float(np.sum(away**2)) ** 1.5
    acceleration = float(np.sum(away**3)) / (6 * spread) if spread > 0 else 0.0
    moved = []
    for tail in tails:
        z = bias + normal.inv_cdf(float(tail))
        moved.append(normal.cdf(bias + z / (1 - acceleration * z)))
    return np.array(moved)


def _check_settings(level: float, method: str, n_boot: int) -> None:
    if not 0 < level < 1:
        raise ConfigError(f"level must lie between 0 and 1, got {level!r}")
    if method not in ("percentile", "bca"):
        raise ConfigError(f"method must be 'percentile' or 'bca', got {method!r}")
    least = int(np.ceil(2 / (1 - level)))
    if n_boot < least:
        raise ConfigError(
            f"n_boot must be at least {least} to reach the tails of level {level}, got {n_boot}"
        )

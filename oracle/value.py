"""`oracle_value`: the oracle of each contest by several estimators, and the bracket round the true one.

The published oracle picks the best of noisy success rates and reports that same noise as value, so it is too
high on average. ``docs/statistics.md`` shows the bias of every estimator for K = 2 … 50 repeats.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from oracle.checks import FloatArray, IntArray, numbers, outcome_array, refuse
from oracle.mckp import solve_mckp
from r3env.errors import ConfigError, DataError


class Bracket(NamedTuple):
    """Mean oracle of a cell, in problems: the true one lies between the two in expectation."""

    lower: float
    upper: float


def oracle_value(outcomes: ArrayLike, costs: ArrayLike, budget: float, method: str = "plugin") -> FloatArray:
    """Value of the best allocation of each contest, estimated from repeated single-problem runs.

    ========================== =========================================================================
    ``plugin``                 best total of the observed rates (published); too high on average
    ``cross-fitted``           levels chosen on all repeats but one, valued on that one, averaged over
                               which one; too low on average, and never above ``plugin``
    ``isotonic``               ``plugin`` on curves made to rise (pool adjacent violators)
    ``calibrated`` or ``best`` between the two, where cells simulated from fitted curves have their truth,
                               see `oracle.calibrated`; pools over the contests of the call
    ``posterior``              expected best total under an empirical-Bayes posterior of the curves, see
                               `oracle.posterior`; pools over the contests of the call
    ========================== =========================================================================

    Args:
        outcomes: 1 where a run was judged right, else 0; shape (contests, P, L, K), level 0 included.
        costs: nominal cost of the levels, shape (L,) or (P, L), level 0 included.
        budget: shared budget of a contest.
        method: one of the above.

    Returns:
        One value for each contest, shape (contests,), between 0 and P.

    Raises:
        DataError: outcomes are not 0/1 or shapes do not fit.
        ConfigError: unknown method, one repeat for ``cross-fitted`` and ``calibrated``, costs that do not rise with
            the level for ``isotonic``, ``calibrated`` and ``posterior``.
    """
    right, grid = outcome_array(outcomes), _grid(costs, outcomes)
    if method not in _METHODS:
        raise ConfigError(f"method must be one of {', '.join(_METHODS)}, got {method!r}")
    return _METHODS[method](right, grid, budget)


def bracket(outcomes: ArrayLike, costs: ArrayLike, budget: float) -> Bracket:
    """Lower and upper figure of a cell that hold the true mean oracle in expectation.

    Upper: ``plugin`` (the mean of a maximum is at least the maximum of the means). Lower: ``cross-fitted``
    (fresh runs value an allocation at its true worth, which is at most the oracle's). Arguments as in
    `oracle_value`; at least two repeats.
    """
    lower = oracle_value(outcomes, costs, budget, "cross-fitted").mean()
    upper = oracle_value(outcomes, costs, budget, "plugin").mean()
    return Bracket(float(lower), float(upper))


def isotonic_counts(counts: IntArray) -> tuple[IntArray, int]:
    """Least-squares rising fit of success counts along the last axis, as integers over a common divisor.

    Min-max formula of isotonic regression: fit at j = max over i ≤ j of min over k ≥ j of mean(i … k).

    >>> fit, divisor = isotonic_counts(np.array([0, 3, 1, 5]))
    >>> (fit / divisor).tolist()
    [0.0, 2.0, 2.0, 5.0]
    """
    levels = counts.shape[-1]
    divisor = math.lcm(*range(1, levels + 1))
    cumulative = np.concatenate([np.zeros_like(counts[..., :1]), np.cumsum(counts, axis=-1)], axis=-1)
    fit = np.full(counts.shape, np.iinfo(np.int64).min)
    for start in range(levels):
        lowest = np.full(counts.shape[:-1], np.iinfo(np.int64).max)
        for end in range(levels - 1, start - 1, -1):
            total = cumulative[..., end + 1] - cumulative[..., start]
            lowest = np.minimum(lowest, total * (divisor // (end + 1 - start)))
            # Here `lowest` is the minimum over all ends from `end` on: what j = end needs.
            fit[..., end] = np.maximum(fit[..., end], lowest)
    return fit, divisor


def _grid(costs: ArrayLike, outcomes: ArrayLike) -> FloatArray:
    grid, shape = numbers(costs, "costs"), np.shape(outcomes)
    if grid.shape not in (shape[2:3], shape[1:3]):
        raise DataError(
            f"costs must have shape (L,) or (P, L) for outcomes of shape {shape}, got {grid.shape}"
        )
    refuse(grid < 0, grid, "costs", "at least 0")
    return grid


def _require_rising(costs: FloatArray, method: str) -> None:
    if np.any(np.diff(costs, axis=-1) < 0):
        raise ConfigError(f"{method} needs levels in order of cost, got costs {costs.tolist()}")


def _plugin(right: IntArray, costs: FloatArray, budget: float) -> FloatArray:
    counts = solve_mckp(right.sum(axis=-1), costs, budget).value
    return np.asarray(counts / right.shape[-1], dtype=np.float64)


def _cross_fitted(right: IntArray, costs: FloatArray, budget: float) -> FloatArray:
    repeats = right.shape[-1]
    if repeats < 2:
        raise ConfigError("cross-fitted needs at least 2 repeats: one to value what the others choose, got 1")
    held_out = np.moveaxis(right, -1, 0)
    levels = solve_mckp(right.sum(axis=-1) - held_out, costs, budget).levels
    found = np.take_along_axis(held_out, levels[..., None], axis=-1)[..., 0]
    return np.asarray(found.sum(axis=-1).mean(axis=0), dtype=np.float64)


def _isotonic(right: IntArray, costs: FloatArray, budget: float) -> FloatArray:
    _require_rising(costs, "isotonic")
    fit, divisor = isotonic_counts(right.sum(axis=-1))
    value = solve_mckp(fit, costs, budget).value
    return np.asarray(value / (divisor * right.shape[-1]), dtype=np.float64)


def _posterior(right: IntArray, costs: FloatArray, budget: float) -> FloatArray:
    from oracle.posterior import posterior_value  # scipy, which the other methods do without

    _require_rising(costs, "posterior")
    return posterior_value(right.sum(axis=-1), right.shape[-1], costs, budget)


def _calibrated(right: IntArray, costs: FloatArray, budget: float) -> FloatArray:
    from oracle.calibrated import calibrated_value  # scipy, as above

    _require_rising(costs, "calibrated")
    return calibrated_value(right, costs, budget, lower=_cross_fitted, upper=_plugin)


_METHODS: dict[str, Callable[[IntArray, FloatArray, float], FloatArray]] = {
    "plugin": _plugin,
    "cross-fitted": _cross_fitted,
    "isotonic": _isotonic,
    "calibrated": _calibrated,
    "posterior": _posterior,
    "best": _calibrated,
}

METHODS = tuple(_METHODS)
"""Names that `oracle_value` takes."""
NEEDS_TWO = frozenset({"cross-fitted", "calibrated", "best"})
"""Those that need at least two repeats: one to value what the others choose."""

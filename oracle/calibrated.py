"""The estimator of ours: between cross-fitted and plug-in, at the point that a parametric bootstrap finds.

The two ends are off in opposite directions, whatever the curves. How far each is off depends on the curves, and
much less does the *ratio* of the two errors: near-ties between allocations raise both. So cells are simulated
from smooth curves fitted to the data (`oracle.posterior.posterior_curves`), where the truth is known, and

    value = w · plug-in + (1 − w) · cross-fitted,    w = −b_cross / (b_plug − b_cross)

with the simulated biases b is right on average in those cells (parametric bootstrap, Efron and Tibshirani 1993,
chapter 10). Being a point between the ends, the value never leaves the bracket, even when the fit is poor.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from oracle.checks import FloatArray, IntArray
from oracle.mckp import solve_mckp
from oracle.posterior import posterior_curves

Estimator = Callable[[IntArray, FloatArray, float], FloatArray]

_RUNS = 5000
"""Simulated contests times K, at least, so that w is known to a few hundredths of the bracket."""
_SEED = 20_261
"""Simulation is an integration rule, not data: the seed is fixed so that equal outcomes give equal values."""


def calibrated_value(
    outcomes: IntArray, costs: FloatArray, budget: float, *, lower: Estimator, upper: Estimator
) -> FloatArray:
    """Oracle value of each contest, shape (contests,), between its `lower` and its `upper` figure.

    Args:
        outcomes: 0/1, shape (contests, P, L, K), level 0 first.
        costs: level costs, shape (L,) or (P, L), rising with the level.
        budget: shared budget of a contest.
        lower: estimator that is too low on average; takes outcomes, costs and budget.
        upper: estimator that is too high on average.
    """
    low, high = lower(outcomes, costs, budget), upper(outcomes, costs, budget)
    share = _share_of_upper(outcomes, costs, budget, lower, upper)
    return np.asarray(low + share * (high - low), dtype=np.float64)


def _share_of_upper(
    outcomes: IntArray, costs: FloatArray, budget: float, lower: Estimator, upper: Estimator
) -> float:
    """Where between the mean lower and the mean upper figure the truth lies in simulated cells, 0 to 1."""
    repeats = outcomes.shape[-1]
    curves = posterior_curves(outcomes.sum(axis=-1), repeats)
    truth = float(solve_mckp(curves, costs, budget).value.mean())
    worlds = -(-max(1, _RUNS // repeats) // len(outcomes))
    rng = np.random.default_rng(_SEED)
    again = (rng.random((worlds, *outcomes.shape)) < curves[..., None]).astype(np.int64)
    again = again.reshape(-1, *outcomes.shape[1:])
    low = float(lower(again, costs, budget).mean())
    high = float(upper(again, costs, budget).mean())
    if high - low < 1e-9:  # nothing is left to chance: both ends are the truth
        return 0.5
    return float(np.clip((truth - low) / (high - low), 0.0, 1.0))

"""Simulated cells with known truth: how far each estimator of the oracle is off, and whether intervals cover."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from oracle.checks import FloatArray, IntArray, numbers, refuse
from oracle.mckp import solve_mckp
from oracle.value import oracle_value
from r3env.errors import DataError

UNIT_COSTS = (0, 1, 2, 4, 8, 16)
"""Level 0 and the published grid in units of 0.05 R∞: budgets 4 and 16 are ρ 0.2 and 0.8."""


def logistic_curves(
    location: ArrayLike,
    slope: ArrayLike,
    ceiling: ArrayLike = 1.0,
    floor: ArrayLike = 0.0,
    *,
    levels: int = 6,
) -> FloatArray:
    """Curves floor + (ceiling − floor) / (1 + exp(−slope · (ℓ − location))) at ℓ = 1 …, the floor at level 0.

    Args:
        location: level index of half height, shape (…); the other parameters broadcast to it.
        slope: rise per level.
        ceiling: success rate of a long run.
        floor: success rate at level 0.
        levels: number of levels, level 0 included.

    Returns:
        Rates, shape (…, levels).
    """
    parameters = np.broadcast_arrays(location, slope, ceiling, floor)
    where, rise, top, bottom = (np.asarray(p, dtype=np.float64)[..., None] for p in parameters)
    shape = 1 / (1 + np.exp(-rise * (np.arange(levels) - where)))
    shape[..., 0] = 0.0
    return np.asarray(bottom + (top - bottom) * shape)


def six_curves() -> FloatArray:
    """One contest of six logistic curves, some of them flat from early on; shape (6, 6).

    Chosen so that the known estimators go wrong about as much as reported for a contest of six logistic curves
    with K = 5: plug-in +0.16 and +0.58 answers at ρ 0.2 and 0.8, leave-one-repeat-out −0.27 and −0.20,
    isotonic 0.00 and +0.12.
    """
    location = np.array([0.1, 0.75, 1.2, 1.5, 4.5, 4.55])
    slope = np.array([1.6, 2.9, 3.5, 2.1, 0.45, 1.8])
    ceiling = np.array([0.47, 0.62, 1.0, 0.68, 0.3, 0.96])
    return logistic_curves(location, slope, ceiling)


def simulate_outcomes(curves: ArrayLike, repeats: int, rng: np.random.Generator) -> IntArray:
    """Outcomes 0/1 of independent runs: rates (contests, P, L) to outcomes (contests, P, L, K).

    Raises:
        DataError: rates outside 0 … 1 or of another shape.
    """
    rates = numbers(curves, "curves")
    if rates.ndim != 3:
        raise DataError(f"curves must have shape (contests, P, L), got {rates.shape}")
    refuse((rates < 0) | (rates > 1), rates, "curves", "between 0 and 1")
    return (rng.random((*rates.shape, repeats)) < rates[..., None]).astype(np.int64)


def true_oracle(curves: ArrayLike, costs: ArrayLike, budget: float) -> FloatArray:
    """Oracle value of each contest when the rates are known, shape (contests,)."""
    return np.asarray(solve_mckp(curves, costs, budget).value, dtype=np.float64)


def estimator_bias(
    curves: ArrayLike,
    costs: ArrayLike,
    budget: float,
    repeats: int,
    methods: Sequence[str],
    *,
    rng: np.random.Generator,
    cells: int = 1,
) -> dict[str, float]:
    """Mean of estimate − true oracle over simulated cells, in problems a contest, by method.

    Every cell plays the same contests again with fresh noise; methods see the same outcomes.

    Args:
        curves: true rates, shape (contests, P, L).
        costs: level costs, shape (L,).
        budget: shared budget.
        repeats: K.
        methods: names that `oracle.oracle_value` knows.
        rng: generator of the outcomes.
        cells: number of simulated cells.
    """
    truth = true_oracle(curves, costs, budget).mean()
    total = dict.fromkeys(methods, 0.0)
    for _ in range(cells):
        outcomes = simulate_outcomes(curves, repeats, rng)
        for method in methods:
            total[method] += float(oracle_value(outcomes, costs, budget, method).mean() - truth)
    return {method: value / cells for method, value in total.items()}

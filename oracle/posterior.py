"""Expected best total under an empirical-Bayes posterior of the response curves.

Model. A problem's curve scatters round one of many logistic shapes: floor, ceiling, slope and location on the
level index, q_ℓ ~ Beta(ν m_ℓ, ν (1 − m_ℓ)), with ν infinite (the shape itself) or finite (room for curves
that are not logistic, falling ones included). Counts are binomial. The mixing weights over shapes and ν are
fitted to all problems of the cell by expectation-maximisation, held near a flat prior by a few pseudo-problems.

Estimate. Curves are drawn from the posterior, the knapsack is solved for each draw, and values are averaged:
E[max | data] has the mean of the true oracle when the prior is right, where max E[· | data] is too low and
the plug-in is too high. The fitted prior is itself noisy, most of all in a small cell, so the optimism left is
measured by a parametric bootstrap (cells simulated from the posterior mean curves, refitted) and taken off.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.special import betaln, expit

from oracle.checks import FloatArray, IntArray
from oracle.mckp import solve_mckp

PRECISIONS = (np.inf, 20.0, 4.0)
"""ν: how closely curves follow their shape; with prior shares `_PRECISION_SHARES`."""
_PRECISION_SHARES = (0.7, 0.2, 0.1)
_PSEUDO_PROBLEMS = 2.0
_PSEUDO_CONTESTS = 4.0
_ITERATIONS = 100
_DRAWS = 64
_CORRECTION_DRAWS = 16
_CORRECTION_CONTESTS, _MOST_WORLDS = 128, 32  # simulated contests and cells that measure the optimism
_EDGE = 0.002  # shapes stay this far inside (0, 1), so that one odd run never rules a shape out
_SEED = 20_260
"""Draws are an integration rule, not data: the seed is fixed so that equal outcomes give equal values."""


@dataclass(frozen=True)
class _Shapes:
    """Prior over curves: `mean` (A, L), `precision` (A,), prior `weight` (A,), `table` (L, K + 1, A).

    `table` holds the log-likelihood of each success count at each level.
    """

    mean: FloatArray
    precision: FloatArray
    weight: FloatArray
    table: FloatArray
    zero_first: bool


def posterior_value(counts: IntArray, repeats: int, costs: FloatArray, budget: float) -> FloatArray:
    """Oracle value of each contest, shape (contests,), from success counts of shape (contests, P, L).

    Pools over the contests of the call. A level 0 without a single success in the cell is taken as worth 0.

    Args:
        counts: successes out of `repeats` at each level, level 0 first.
        repeats: K.
        costs: level costs, shape (L,) or (P, L), rising with the level.
        budget: shared budget of a contest.
    """
    rng = np.random.default_rng(_SEED)
    contests, problems, levels = counts.shape
    shapes = _shapes(levels, repeats, zero_first=not counts[..., 0].any())
    flat = counts.reshape(1, -1, levels)
    share = _fit(shapes, flat)
    value = _expected_best(shapes, share, flat, repeats, costs, budget, _DRAWS, problems, rng)[0]

    truth = np.clip(_posterior_mean(shapes, share, flat, repeats), 0, 1)[0]
    best = solve_mckp(truth.reshape(counts.shape), costs, budget).value
    worlds = min(_MOST_WORLDS, -(-_CORRECTION_CONTESTS // contests))
    again = rng.binomial(repeats, truth, size=(worlds, *truth.shape))
    refitted = _expected_best(
        shapes, _fit(shapes, again), again, repeats, costs, budget, _CORRECTION_DRAWS, problems, rng
    )
    optimism = float(np.mean(refitted - best))
    return np.asarray(np.clip(value - optimism, 0.0, problems), dtype=np.float64)


@lru_cache(maxsize=16)
def _shapes(levels: int, repeats: int, *, zero_first: bool) -> _Shapes:
    means, weights = _logistic_grid(levels, zero_first)
    count = np.arange(repeats + 1)[:, None]
    tables = []
    for precision in PRECISIONS:
        m = means.T[:, None, :]
        if np.isinf(precision):
            tables.append(count * np.log(m) + (repeats - count) * np.log1p(-m))
        else:
            a, b = precision * m, precision * (1 - m)
            tables.append(betaln(a + count, b + repeats - count) - betaln(a, b))
    table = np.concatenate(tables, axis=-1)
    if zero_first:
        table[0] = 0.0
    size = len(means)
    return _Shapes(
        mean=np.tile(means, (len(PRECISIONS), 1)),
        precision=np.repeat(PRECISIONS, size),
        weight=np.concatenate([share * weights for share in _PRECISION_SHARES]),
        table=table,
        zero_first=zero_first,
    )


def _logistic_grid(levels: int, zero_first: bool) -> tuple[FloatArray, FloatArray]:
    """Shapes (A, L) and their prior weights: equal for each pair of floor and ceiling, then for the rest."""
    index = np.arange(1, levels)
    floors = (0.0,) if zero_first else (0.0, 0.1, 0.25, 0.4, 0.6, 0.8, 0.95)
    steps = 15 if zero_first else 11
    slopes = (0.7, 1.0, 1.5, 2.2, 3.5, 8.0) if zero_first else (0.8, 1.4, 2.5, 8.0)
    # From curves that are flat before level 1 to curves that have hardly begun to rise at the last level.
    locations = np.linspace(-1.0, max(levels - 0.5, -1.0), 14)
    rows, weights = [], []
    for floor in floors:
        rows.append(np.full((1, levels), floor))
        weights.append(np.ones(1))
        for ceiling in np.linspace(0, 1, steps):
            if ceiling <= floor or levels == 1:
                continue
            slope, location = np.meshgrid(slopes, locations, indexing="ij")
            rise = expit(slope.reshape(-1, 1) * (index - location.reshape(-1, 1)))
            curve = floor + (ceiling - floor) * rise
            rows.append(np.concatenate([np.full((len(curve), 1), floor), curve], axis=1))
            weights.append(np.full(len(curve), 1 / len(curve)))
    weight = np.concatenate(weights)
    return np.clip(np.concatenate(rows), _EDGE, 1 - _EDGE), weight / weight.sum()


def _fit(shapes: _Shapes, counts: IntArray) -> FloatArray:
    """Posterior share of every shape for every problem: counts (worlds, N, L) to shares (worlds, N, A).

    Each world has mixing weights of its own, fitted by expectation-maximisation.
    """
    shares = []
    for world in counts:
        likelihood, inverse, number = _pattern_likelihood(shapes, world)
        weight = _mixing(likelihood, number, shapes.weight, _PSEUDO_PROBLEMS)
        shares.append(_shares(likelihood, weight)[inverse])
    return np.array(shares)


def posterior_curves(counts: IntArray, repeats: int) -> FloatArray:
    """Posterior mean curve of every problem, from success counts of shape (contests, P, L); same shape.

    Each place in the contest has mixing weights of its own, held near those of the whole cell: a contest is a
    fixed mix of tiers, so what stands in one place may be alike in all contests. Where places differ by chance
    only, their weights agree up to noise and little is lost.
    """
    contests, problems, levels = counts.shape
    shapes = _shapes(levels, repeats, zero_first=not counts[..., 0].any())
    likelihood, inverse, number = _pattern_likelihood(shapes, counts.reshape(-1, levels))
    weight = _mixing(likelihood, number, shapes.weight, _PSEUDO_PROBLEMS)
    pattern = inverse.reshape(contests, problems)
    share = np.empty((contests, problems, len(weight)))
    for place in range(problems):
        own = weight
        if contests > 1:  # one problem says nothing about what is common to its place
            seen, times = np.unique(pattern[:, place], return_counts=True)
            own = _mixing(likelihood[seen], times, weight, _PSEUDO_CONTESTS)
        share[:, place] = _shares(likelihood[pattern[:, place]], own)
    flat = share.reshape(1, contests * problems, -1)
    mean = _posterior_mean(shapes, flat, counts.reshape(1, -1, levels), repeats)
    return np.asarray(np.clip(mean, 0, 1).reshape(counts.shape), dtype=np.float64)


def _pattern_likelihood(shapes: _Shapes, counts: IntArray) -> tuple[FloatArray, IntArray, IntArray]:
    """Likelihood (patterns, A) up to a factor for each pattern, the pattern of each row, and their numbers."""
    patterns, inverse, number = np.unique(counts, axis=0, return_inverse=True, return_counts=True)
    log = sum(shapes.table[level][patterns[:, level]] for level in range(patterns.shape[1]))
    return np.exp(log - np.max(log, axis=1, keepdims=True)), inverse.reshape(-1), number


def _mixing(likelihood: FloatArray, number: IntArray, prior: FloatArray, pseudo: float) -> FloatArray:
    """Mixing weights (A,) of patterns seen `number` times, held near `prior` by `pseudo` problems."""
    weight = prior
    for _ in range(_ITERATIONS):
        evidence = number / (likelihood @ weight)
        weight = weight * (evidence @ likelihood) + pseudo * prior
        weight = weight / weight.sum()
    return weight


def _shares(likelihood: FloatArray, weight: FloatArray) -> FloatArray:
    share = likelihood * weight
    return np.asarray(share / share.sum(axis=1, keepdims=True), dtype=np.float64)


def _posterior_mean(shapes: _Shapes, share: FloatArray, counts: IntArray, repeats: int) -> FloatArray:
    """Mean curve of every problem, shape (worlds, N, L)."""
    pull = np.where(np.isinf(shapes.precision), 0.0, 1 / (shapes.precision + repeats))
    keep = 1 - repeats * pull  # ν / (ν + K), and 1 for the shape itself
    mean = share @ (keep[:, None] * shapes.mean) + (share @ pull)[..., None] * counts
    if shapes.zero_first:
        mean[..., 0] = 0.0
    return np.asarray(mean, dtype=np.float64)


def _expected_best(
    shapes: _Shapes,
    share: FloatArray,
    counts: IntArray,
    repeats: int,
    costs: FloatArray,
    budget: float,
    draws: int,
    problems: int,
    rng: np.random.Generator,
) -> FloatArray:
    """Mean over posterior draws of the best total, shape (worlds, contests)."""
    worlds, rows, levels = counts.shape
    uniform = rng.random((worlds, rows, draws))
    cumulative = np.cumsum(share, axis=-1)
    picked = np.empty((draws, worlds, rows), dtype=np.int64)
    for world in range(worlds):
        for row in range(rows):
            picked[:, world, row] = np.searchsorted(cumulative[world, row], uniform[world, row])
    picked = np.minimum(picked, shapes.mean.shape[0] - 1)  # a cumulative share may end just below 1
    precision = shapes.precision[picked][..., None]
    curves = shapes.mean[picked]
    loose = np.isfinite(precision)
    nu = np.where(loose, precision, 1.0)
    scattered = rng.beta(nu * curves + counts, nu * (1 - curves) + repeats - counts)
    curves = np.where(loose, scattered, curves)
    if shapes.zero_first:
        curves[..., 0] = 0.0
    value = solve_mckp(curves.reshape(draws, worlds, -1, problems, levels), costs, budget).value
    return np.asarray(value.mean(axis=0), dtype=np.float64)

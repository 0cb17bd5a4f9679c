"""Paired comparisons on the same contests: differences, permutation p-values, Holm's correction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from oracle.checks import FloatArray, cluster_values, numbers, refuse
from oracle.intervals import Interval, Statistic, bootstrap_interval, gap_of_means
from r3env.errors import ConfigError, DataError

_EXACT_UP_TO = 13  # contests: 8,192 swaps are all listed, more are sampled


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A difference between two ways of playing the same contests.

    Attributes:
        difference: figure of the first minus figure of the second; None when a figure is undefined.
        interval: its bootstrap interval over contests.
        p_value: two-sided permutation p; None when undefined (fewer than two contests). Swaps that leave a
            figure undefined count as extreme.
        exact: True when all swaps were listed, False when they were sampled.
        contests: contests played both ways.
    """

    difference: float | None
    interval: Interval
    p_value: float | None
    exact: bool
    contests: int


@dataclass(frozen=True, slots=True)
class Aligned:
    """Figures of the contests that both sides have, in sorted order, and the ids that only one has."""

    ids: tuple[str, ...]
    first: FloatArray
    second: FloatArray
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


def align(first: Mapping[str, float], second: Mapping[str, float]) -> Aligned:
    """Pair two sets of figures by contest id.

    >>> align({"ar/001": 3.0, "ar/002": 2.0}, {"ar/002": 4.0}).only_first
    ('ar/001',)
    """
    both = tuple(sorted(first.keys() & second.keys()))
    return Aligned(
        both,
        np.array([first[i] for i in both], dtype=np.float64),
        np.array([second[i] for i in both], dtype=np.float64),
        tuple(sorted(first.keys() - second.keys())),
        tuple(sorted(second.keys() - first.keys())),
    )


def paired_difference(
    first: ArrayLike,
    second: ArrayLike,
    *,
    rng: np.random.Generator | int,
    level: float = 0.95,
    n_perm: int = 10_000,
    n_boot: int = 10_000,
) -> PairedDifference:
    """Mean of first − second over contests.

    The null: within a contest it makes no difference which way it was played, so the two may be swapped. All
    swaps are listed up to 13 contests; beyond, `n_perm` are sampled and p = (1 + extreme) / (1 + n_perm).

    Args:
        first: figures of the contests, shape (contests,) or (contests, repeats), averaged over repeats.
        second: figures of the same contests in the same order; the repeats may differ in number.
        rng: a generator or a seed.
        level, n_boot: of the interval, see `oracle.cluster_interval`.
        n_perm: sampled swaps.

    Raises:
        DataError: the contests differ in number, or a figure is not finite.
    """
    one, other = cluster_values(first, "first")[:, None], cluster_values(second, "second")[:, None]
    return _compare(one, other, lambda m: m[..., 0], rng, level, n_perm, n_boot)


def paired_gap_difference(
    first_contest: ArrayLike,
    first_oracle: ArrayLike,
    second_contest: ArrayLike,
    second_oracle: ArrayLike,
    *,
    rng: np.random.Generator | int,
    level: float = 0.95,
    n_perm: int = 10_000,
    n_boot: int = 10_000,
) -> PairedDifference:
    """Difference of two GapRatios on the same contests; a contest's score and oracle are swapped together.

    Arguments as in `oracle.ratio_interval` for each side, and as in `paired_difference`. With one oracle for
    both (two schedulers, one policy) give it twice.
    """
    sides = []
    for name, contest, oracle in (
        ("first", first_contest, first_oracle),
        ("second", second_contest, second_oracle),
    ):
        scores, values = cluster_values(contest, f"{name}_contest"), cluster_values(oracle, f"{name}_oracle")
        if scores.shape != values.shape:
            raise DataError(f"{name}: {scores.size} contest scores, but {values.size} oracle values")
        refuse(values < 0, values, f"{name}_oracle", "at least 0")
        sides.append(np.stack([scores, values], axis=1))
    one, other = sides
    return _compare(one, other, gap_of_means, rng, level, n_perm, n_boot)


def holm(p_values: ArrayLike) -> FloatArray:
    """Holm's step-down adjusted p-values over a study, in the order given (Holm 1979).

    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = numbers(np.asarray(p_values, dtype=np.float64), "p_values")
    if p.ndim != 1:
        raise DataError(f"p_values must have shape (tests,), got {p.shape}")
    refuse((p < 0) | (p > 1), p, "p_values", "between 0 and 1")
    order = np.argsort(p, kind="stable")
    stepped = np.minimum(1.0, p[order] * np.arange(p.size, 0, -1))
    adjusted = np.empty(p.size)
    adjusted[order] = np.maximum.accumulate(stepped)
    return adjusted


def _compare(
    first: FloatArray,
    second: FloatArray,
    statistic: Statistic,
    rng: np.random.Generator | int,
    level: float,
    n_perm: int,
    n_boot: int,
) -> PairedDifference:
    """Compare two sides of shape (contests, k) by a function of their means."""
    if first.shape != second.shape:
        raise DataError(f"both sides must hold the same contests, got {len(first)} and {len(second)}")
    if n_perm < 100:
        raise ConfigError(f"n_perm must be at least 100, got {n_perm}")
    k, contests = first.shape[1], len(first)

    def difference(means: FloatArray) -> FloatArray:
        return np.asarray(statistic(means[..., :k]) - statistic(means[..., k:]))

    generator = np.random.default_rng(rng)
    both = np.concatenate([first, second], axis=1)
    interval = bootstrap_interval(both, difference, level, rng=generator, n_boot=n_boot)
    if interval.estimate is None or contests < 2:
        return PairedDifference(interval.estimate, interval, None, False, contests)

    exact = contests <= _EXACT_UP_TO
    if exact:
        swaps = np.array(list(product((0.0, 1.0), repeat=contests)))
    else:
        swaps = generator.integers(0, 2, size=(n_perm, contests)).astype(np.float64)
    moved = swaps @ np.concatenate([second - first, first - second], axis=1) / contests
    swapped = np.abs(difference(both.mean(axis=0) + moved))
    # Sums in another order differ by rounding: a swap that ties with the observation counts as extreme. So does
    # one in which a figure is undefined (oracle 0): left out, it would make p too small.
    extreme = int(np.sum(~(swapped < abs(interval.estimate) - 1e-9)))
    p = extreme / len(swaps) if exact else (1 + extreme) / (1 + n_perm)
    return PairedDifference(interval.estimate, interval, p, exact, contests)

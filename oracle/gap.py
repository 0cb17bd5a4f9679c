"""The resource-rationality gap: what the shared-budget run left of the oracle's value (Δ_RR and GapRatio)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from oracle.checks import FloatArray, numbers, refuse
from oracle.curves import scored_array
from r3env.errors import ConfigError, DataError


@dataclass(frozen=True, slots=True)
class Gap:
    """The gap of one cell (model, domain, setting, pressure).

    Attributes:
        contest: mean contest score, in problems.
        oracle: mean oracle value over the same contests, in problems.
        delta: Δ_RR = oracle − contest.
        ratio: GapRatio = Δ_RR / oracle as a fraction; None when the oracle is 0.
        negative: True when the contests beat the oracle of the curves; such gaps are kept, never clipped.
        contests: number of contests behind the means.
        oracle_zero: how many of them have an oracle of 0.
    """

    contest: float
    oracle: float
    delta: float
    ratio: float | None
    negative: bool
    contests: int
    oracle_zero: int


@dataclass(frozen=True, slots=True)
class RatioMean:
    """Mean GapRatio over cells: the mean (None when no cell has one), cells used, cells undefined."""

    mean: float | None
    used: int
    undefined: int


@dataclass(frozen=True, slots=True)
class ContestScores:
    """Scores of each contest and what they divide by.

    Attributes:
        mean: mean over repeats, shape (contests,); NaN where nothing was scored and such runs are left out.
        scored: number of scored repeats of each contest, shape (contests,).
        unscored: number of repeats without a verdict in the whole cell.
    """

    mean: FloatArray
    scored: FloatArray
    unscored: int


def gap_ratio(contest: float, oracle: float) -> float | None:
    """GapRatio = (oracle − contest) / oracle of two cell means, as a fraction; None when the oracle is 0.

    Negative ratios are kept: contests may beat the oracle of the curves.

    Raises:
        DataError: a value is negative or not a finite number.

    >>> round(gap_ratio(2.42, 3.24), 4), gap_ratio(0.0, 0.0), round(gap_ratio(4, 3.6), 3)
    (0.2531, None, -0.111)
    """
    for name, value in (("contest", contest), ("oracle", oracle)):
        array = numbers(value, name)
        if array.ndim:
            raise DataError(f"{name} must be one number, the mean of a cell, got shape {array.shape}")
        refuse(array < 0, array, name, "at least 0")
    return None if oracle == 0 else float((oracle - contest) / oracle)


def cell_gap(contest: ArrayLike, oracle: ArrayLike, *, problems: int | None = None) -> Gap:
    """The gap of a cell from one contest score and one oracle value for each contest.

    Args:
        contest: mean score of each contest, shape (contests,).
        oracle: oracle value of the same contests, shape (contests,).
        problems: size of a contest; when given, scores above it are refused.

    Raises:
        DataError: shapes differ, no contest, or a value is out of range (its row is named).
    """
    scores, values = numbers(contest, "contest"), numbers(oracle, "oracle")
    if scores.ndim != 1 or scores.shape != values.shape or scores.size == 0:
        raise DataError(
            f"contest and oracle must share a shape (contests,), got {scores.shape}, {values.shape}"
        )
    for name, array in (("contest", scores), ("oracle", values)):
        refuse(array < 0, array, name, "at least 0")
        if problems is not None:
            refuse(array > problems + 1e-9, array, name, f"at most {problems} (the problems of a contest)")
    mean, best = float(scores.mean()), float(values.mean())
    return Gap(
        contest=mean,
        oracle=best,
        delta=best - mean,
        ratio=gap_ratio(mean, best),
        negative=mean > best,
        contests=scores.size,
        oracle_zero=int(np.sum(values == 0)),
    )


def mean_ratio(ratios: Iterable[float | None]) -> RatioMean:
    """Unweighted mean over the cells that have a GapRatio (available-domain macro), with both counts."""
    cells = list(ratios)
    known = [r for r in cells if r is not None]
    mean = float(np.mean(known)) if known else None
    return RatioMean(mean, len(known), len(cells) - len(known))


def contest_scores(
    scores: ArrayLike, *, problems: int, scored: ArrayLike | None = None, unscored: str = "zero"
) -> ContestScores:
    """Mean score of each contest over its repeats, with explicit denominators.

    Args:
        scores: problems solved, between 0 and `problems`, shape (contests, repeats).
        problems: size of a contest.
        scored: False where a repeat has no verdict (infrastructure, not played yet), same shape.
        unscored: ``zero`` counts those as 0 (headline); ``leave_out`` divides by the scored repeats.

    Raises:
        DataError: a scored value is outside its range (its row is named) or shapes differ.
        ConfigError: unknown `unscored`.
    """
    raw = np.asarray(scores, dtype=np.float64)
    if raw.ndim != 2 or 0 in raw.shape:
        raise DataError(f"scores must have shape (contests, repeats), got {raw.shape}")
    counted = scored_array(scored, raw.shape)
    bad = counted & ~((raw >= 0) & (raw <= problems))  # NaN compares false and is refused too
    refuse(bad, raw, "scores", f"between 0 and {problems}")
    number = counted.sum(axis=1)
    totals = np.where(counted, raw, 0.0).sum(axis=1)
    if unscored == "zero":
        mean = totals / raw.shape[1]
    elif unscored == "leave_out":
        mean = np.divide(totals, number, out=np.full(len(raw), np.nan), where=number > 0)
    else:
        raise ConfigError(f"unscored must be 'zero' or 'leave_out', got {unscored!r}")
    return ContestScores(mean, number.astype(np.float64), int(np.sum(~counted)))

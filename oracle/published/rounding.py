"""Rounding: which gap ratios agree with scores and oracles that are printed to two decimals."""

from __future__ import annotations

HALF_UNIT = 0.005
"""Half a unit of the last printed decimal: of scores in problems, of gap ratios in percent."""


def gap_interval(contest: float, oracle: float) -> tuple[float, float] | None:
    """Gap ratios in percent that a contest score and an oracle value allow, both printed to two decimals.

    GapRatio = 100 (1 - contest / oracle), over every pair of numbers that rounds to the two printed ones.

    Returns:
        Lowest and highest ratio; None when the oracle may be 0, which leaves the ratio undefined.

    >>> tuple(round(x, 2) for x in gap_interval(2.42, 3.24))
    (25.04, 25.58)
    """
    if oracle <= HALF_UNIT:
        return None
    low = 1 - (contest + HALF_UNIT) / (oracle - HALF_UNIT)
    high = 1 - max(contest - HALF_UNIT, 0.0) / (oracle + HALF_UNIT)
    return 100 * low, 100 * high


def agrees(contest: float, oracle: float, gap_ratio_pct: float) -> bool:
    """True when a printed ratio lies in `gap_interval`, its own rounding allowed for."""
    interval = gap_interval(contest, oracle)
    return interval is not None and interval[0] - HALF_UNIT <= gap_ratio_pct <= interval[1] + HALF_UNIT

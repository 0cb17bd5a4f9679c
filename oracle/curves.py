"""Response curves: the share of single-problem runs judged right at each level of the grid (spec: q_p(ℓ))."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from oracle.checks import BoolArray, FloatArray, outcome_array
from r3env.errors import ConfigError, DataError

Unscored = Literal["zero", "leave_out"]
LevelZero = Literal["measured", "synthetic"]


def response_curves(
    outcomes: ArrayLike,
    *,
    scored: ArrayLike | None = None,
    unscored: Unscored = "zero",
    level_zero: LevelZero = "measured",
) -> FloatArray:
    """Success rate of every problem at every level (paper, Section 3, response curves).

    The curves are not assumed to rise: a problem may do worse with a larger budget.

    Args:
        outcomes: 1 where a run was judged right, else 0; shape (contests, P, L, K) for K repeats.
        scored: False where a run has no verdict (an infrastructure failure), same shape; None means all are.
        unscored: ``zero`` counts such runs as not right (the published headline); ``leave_out`` divides by
            the scored runs only (the second figure).
        level_zero: ``measured`` takes the levels as given; ``synthetic`` puts a level of value 0 before them
            (tool-free runs, or the paper's reading of the agentic level 0).

    Returns:
        Rates between 0 and 1, shape (contests, P, L), or (contests, P, L + 1) with a synthetic level 0.

    Raises:
        DataError: outcomes are not 0/1, shapes differ, or ``leave_out`` leaves a level without any run.

    >>> response_curves([[[[0, 1, 1, 0], [1, 1, 1, 0]]]]).tolist()
    [[[0.5, 0.75]]]
    """
    right = outcome_array(outcomes)
    counted = scored_array(scored, right.shape)
    if unscored not in ("zero", "leave_out"):
        raise ConfigError(f"unscored must be 'zero' or 'leave_out', got {unscored!r}")
    if level_zero not in ("measured", "synthetic"):
        raise ConfigError(f"level_zero must be 'measured' or 'synthetic', got {level_zero!r}")
    denominators = counted.sum(axis=-1) if unscored == "leave_out" else np.array(right.shape[-1])
    if np.any(denominators == 0):
        contest, problem, level = (int(i) for i in np.argwhere(denominators == 0)[0])
        raise DataError(
            f"contest {contest}, problem {problem}, level {level} has no scored run: play it again, or count "
            "unscored runs as 0"
        )
    rates = (right * counted).sum(axis=-1) / denominators
    if level_zero == "synthetic":
        rates = np.concatenate([np.zeros((*rates.shape[:-1], 1)), rates], axis=-1)
    return np.asarray(rates, dtype=np.float64)


def scored_array(scored: ArrayLike | None, shape: tuple[int, ...]) -> BoolArray:
    """A mask of the given shape; None means every entry is scored.

    Raises:
        DataError: another shape, or entries that are not booleans.
    """
    if scored is None:
        return np.ones(shape, dtype=np.bool_)
    mask = np.asarray(scored)
    if mask.dtype != np.bool_ or mask.shape != shape:
        raise DataError(f"scored must be booleans of shape {shape}, got {mask.dtype} of shape {mask.shape}")
    return mask

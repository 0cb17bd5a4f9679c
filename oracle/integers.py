"""Numbers as integers over one scale, so that sums tie exactly when the numbers they stand for tie.

``0.1 + 0.2 == 0.3`` and ``3 * (1 / 3) == 1`` fail or hold by luck of rounding in floating point. A knapsack
that breaks ties by total cost cannot live with that, so costs and values are scaled to integers first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracle.checks import IntArray
from r3env.errors import DataError

_DENOMINATORS = (*range(1, 1001), *(10**k for k in range(4, 10)))
_LIMIT = 2**61  # sums of scaled numbers stay inside a signed 64-bit integer
_ULPS = 8 * np.finfo(np.float64).eps


@dataclass(frozen=True, slots=True)
class Scaled:
    """Integers that stand for ``numbers / scale``.

    Attributes:
        numbers: the integers.
        scale: what one unit is divided by: 1 for integers, K for rates k/K, a power of ten for decimals,
            otherwise a power of two.
        exact: True when integers came in; results are integers then.
    """

    numbers: IntArray
    scale: float
    exact: bool

    def back(self, totals: IntArray) -> NDArray[Any]:
        """Sums of the integers in the unit of the input: integers for integers, else floats."""
        return totals if self.exact else totals / self.scale


def to_integers(values: NDArray[Any], terms: int) -> Scaled:
    """Scale an array of finite numbers to integers.

    Integers stay as they are. Floats are read as fractions with one common denominator (1 to 1000, or a power
    of ten up to 10^9) when all of them are such fractions within a few units of rounding: rates k/K and
    decimals. Other floats are scaled by a power of two, which keeps every bit down to about 2^-58 of the
    largest number.

    Args:
        values: finite numbers of any shape.
        terms: how many of them will be summed at most; the scale leaves room for that sum.

    Raises:
        DataError: integers so large that a sum would overflow.
    """
    if np.issubdtype(values.dtype, np.integer):
        if any(abs(int(v)) * terms >= _LIMIT for v in (values.max(initial=0), values.min(initial=0))):
            raise DataError(f"sums of {terms} integers must stay below 2^61, got one of {values.max()}")
        return Scaled(values.astype(np.int64), 1, exact=True)
    values = values.astype(np.float64)
    largest = float(np.max(np.abs(values), initial=0.0)) * max(terms, 1)
    distinct = np.unique(values)
    for denominator in _DENOMINATORS:
        if largest * denominator < _LIMIT and _whole(distinct * denominator):
            return Scaled(np.rint(values * denominator).astype(np.int64), denominator, exact=False)
    power = int(np.floor(np.log2(_LIMIT) - np.log2(largest)))  # their quotient may overflow
    scale = float(np.ldexp(1.0, min(power, 1000)))
    return Scaled(np.rint(values * scale).astype(np.int64), scale, exact=False)


def _whole(numbers: NDArray[np.float64]) -> bool:
    """True when every number is an integer up to the rounding of a few operations."""
    return bool(np.all(np.abs(numbers - np.rint(numbers)) <= _ULPS * np.abs(numbers)))


def scale_budget(budget: NDArray[Any], costs: Scaled, terms: int) -> IntArray:
    """Largest integer total that a budget affords, in the unit of `costs`.

    Integer costs compare exactly. Float costs may pass the budget by the rounding error of a float sum of
    `terms` numbers and no more, so that a budget written as such a sum affords it.
    """
    ceiling = float(np.max(costs.numbers, initial=0)) * terms  # clips an infinite budget
    if costs.exact and np.issubdtype(budget.dtype, np.integer):
        return np.minimum(budget.astype(np.int64), int(costs.numbers.max(initial=0)) * terms)
    slack = 1.0 if costs.exact else 1.0 + (terms + 1) * np.finfo(np.float64).eps
    scaled = np.minimum(budget.astype(np.float64) * costs.scale * slack, ceiling)
    return np.floor(scaled).astype(np.int64)

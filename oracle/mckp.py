"""`solve_mckp`: the exact multiple-choice knapsack behind the oracle, for one contest or a batch.

One level for each problem, total cost within the budget, largest total value (paper, Eq. "Oracle"; the
multiple-choice knapsack problem of Kellerer, Pferschy and Pisinger 2004, chapter 11). Ties: smallest total
cost, then the lexicographically first assignment in problem order and level order.

Two exact methods on integers: `oracle.mckp_shared` for all contests at once when they share their costs, and
`oracle.mckp_fronts` contest by contest otherwise, or when the totals that can be reached are too many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from oracle.checks import IntArray, budget_array, numbers, refuse
from oracle.integers import Scaled, scale_budget, to_integers
from oracle.mckp_fronts import solve_front
from oracle.mckp_shared import solve_shared
from r3env.errors import DataError


@dataclass(frozen=True, slots=True)
class MckpSolution:
    """Best assignment of each contest; unpacks as ``levels, value, cost``.

    Attributes:
        levels: chosen level of each problem, shape (…, P).
        value: total value, shape (…); integers when the values were integers.
        cost: total cost, shape (…); integers when the costs were integers.
    """

    levels: IntArray
    value: Any
    cost: Any

    def __iter__(self) -> Iterator[Any]:
        """Levels, value and cost, in this order."""
        return iter((self.levels, self.value, self.cost))


def solve_mckp(values: ArrayLike, costs: ArrayLike, budget: ArrayLike | None) -> MckpSolution:
    """Choose one level for each problem so that the total value is largest within the budget.

    Args:
        values: value of each level, shape (P, L) or (…, P, L). Integers (success counts) or floats; floats
            that are fractions k/K compare as integer counts, so sums neither tie nor untie by rounding.
        costs: cost of each level, not negative: shape (L,), (P, L) or (…, P, L); integers or floats.
        budget: what the costs may sum to: one number, or an array that broadcasts to the batch shape (…);
            None means unbudgeted. A float total may pass it by the rounding of its own sum only.

    Returns:
        Levels, value and cost; without a batch axis for one contest.

    Raises:
        DataError: shapes do not fit, an entry is not finite, or a cost is negative.
        ConfigError: a budget is negative, or a contest has no affordable assignment.

    >>> best = solve_mckp([[0, 3, 5], [0, 4, 4]], costs=[0, 2, 4], budget=6)
    >>> best.levels.tolist(), int(best.value), int(best.cost)
    ([2, 1], 9, 6)
    """
    value_array, cost_array = _checked(values, costs)
    problems, levels = value_array.shape[-2:]
    scaled_values = to_integers(value_array, problems)
    scaled_costs, limit = _scaled_costs(cost_array, budget_array(budget), problems)
    batch = _batch_shape(value_array.shape[:-2], cost_array.shape[:-2], limit.shape)
    flat_values = np.broadcast_to(scaled_values.numbers, (*batch, problems, levels))
    flat_values = flat_values.reshape(-1, problems, levels)
    limits = np.broadcast_to(limit, batch).reshape(-1)

    flat_costs = np.broadcast_to(scaled_costs.numbers, (*batch, problems, levels))
    flat_costs = flat_costs.reshape(-1, problems, levels)

    chosen = None
    if len(flat_costs) and (cost_array.ndim <= 2 or bool(np.all(flat_costs == flat_costs[0]))):
        chosen = solve_shared(flat_values, flat_costs[0], limits)
    if chosen is None:
        rows = zip(flat_values, flat_costs, limits.tolist(), strict=True)
        found = [solve_front(v, c, b, n) for n, (v, c, b) in enumerate(rows)]
        chosen = np.array(found, dtype=np.int64).reshape(-1, problems)

    pick = chosen[..., None]
    value = np.take_along_axis(flat_values, pick, axis=2)[..., 0].sum(axis=1).reshape(batch)
    cost = np.take_along_axis(flat_costs, pick, axis=2)[..., 0].sum(axis=1).reshape(batch)
    return MckpSolution(
        chosen.reshape(*batch, problems), scaled_values.back(value)[()], scaled_costs.back(cost)[()]
    )


def _checked(values: ArrayLike, costs: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    value_array, cost_array = numbers(values, "values"), numbers(costs, "costs")
    if value_array.ndim < 2 or 0 in value_array.shape[-2:]:
        raise DataError(f"values must have shape (…, P, L) with P, L >= 1, got {value_array.shape}")
    shape = value_array.shape[-2:]
    fits = cost_array.shape[-2:] in (shape, shape[1:])
    if not fits:
        raise DataError(
            f"costs must have shape (L,), (P, L) or (…, P, L) with (P, L) = {shape}, got {cost_array.shape}"
        )
    refuse(cost_array < 0, cost_array, "costs", "at least 0")
    return value_array, cost_array


def _scaled_costs(costs: NDArray[Any], budget: NDArray[Any], problems: int) -> tuple[Scaled, IntArray]:
    """Integer costs and budgets; costs that no budget affords are set just above the largest one.

    Leaving those out first keeps the scale fine when they are far larger than the budget.
    """
    within = costs <= np.max(budget, initial=0) * (1 + 1e-9)
    scaled = to_integers(np.where(within, costs, 0), problems)
    limit = scale_budget(budget, scaled, problems)
    return replace(scaled, numbers=np.where(within, scaled.numbers, np.max(limit, initial=0) + 1)), limit


def _batch_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise DataError(
            "the batch shapes of values, costs and budget must broadcast, got "
            + ", ".join(str(s) for s in shapes)
        ) from None

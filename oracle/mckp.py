"""`solve_mckp`: the exact multiple-choice knapsack behind the oracle, for one contest or a batch.

One level for each problem, total cost within the budget, largest total value (paper, Eq. "Oracle"; the
multiple-choice knapsack problem of Kellerer, Pferschy and Pisinger 2004, chapter 11). Ties: smallest total
cost, then the lexicographically first assignment in problem order and level order.

Two exact methods. When all contests share their costs, dynamic programming over the distinct totals that the
levels can reach, all contests at once. Otherwise, or when those totals are too many, merging of Pareto fronts
(cost, value), contest by contest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from oracle.checks import IntArray, budget_array, numbers, refuse
from oracle.integers import Scaled, scale_budget, to_integers
from r3env.errors import ConfigError, DataError

_MAX_TOTALS = 4096  # reachable totals beyond which fronts are the better method
_CHUNK_CELLS = 2**21  # table entries worked on at a time: 16 MiB
_UNREACHED = -(2**62)


@dataclass(frozen=True, slots=True)
class MckpSolution:
    """Best assignment of each contest.

    Attributes:
        levels: chosen level of each problem, shape (…, P).
        value: total value, shape (…); integers when the values were integers.
        cost: total cost, shape (…); integers when the costs were integers.
    """

    levels: IntArray
    value: Any
    cost: Any


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
        chosen = _solve_shared(flat_values, flat_costs[0], limits)
    if chosen is None:
        rows = zip(flat_values, flat_costs, limits.tolist(), strict=True)
        found = [_solve_front(v, c, b, n) for n, (v, c, b) in enumerate(rows)]
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


def _no_assignment(index: int) -> ConfigError:
    return ConfigError(
        f"contest {index} has no assignment within its budget: give every problem a level that the budget "
        "affords (level 0 at cost 0 for an unfunded problem)"
    )


def _solve_shared(values: IntArray, costs: IntArray, limits: IntArray) -> IntArray | None:
    """Levels (n, P) for shared costs (P, L), or None when the reachable totals are too many."""
    totals = _reachable_totals(costs, int(limits.max(initial=0)))
    if totals is None:
        return None
    lacking = limits < totals[0][0] if totals[0].size else np.ones(limits.shape, dtype=np.bool_)
    if lacking.any():
        raise _no_assignment(int(np.argmax(lacking)))
    moves = _transitions(costs, totals)
    chunk = max(1, _CHUNK_CELLS // max(1, sum(t.size for t in totals)))
    chosen = np.empty(values.shape[:2], dtype=np.int64)
    for start in range(0, len(values), chunk):
        part = slice(start, start + chunk)
        tables = _fill_tables(np.ascontiguousarray(values[part].transpose(1, 2, 0)), totals, moves)
        affordable = totals[0][:, None] <= limits[part]
        # Totals ascend, so the first maximum is the cheapest one.
        state = np.where(affordable, tables[0], _UNREACHED).argmax(axis=0)
        chosen[part] = _walk(values[part], costs, totals, tables, state)
    return chosen


def _reachable_totals(costs: IntArray, ceiling: int) -> list[IntArray] | None:
    """Sorted distinct totals of problems p … P-1, for p = 0 … P, none above `ceiling`."""
    totals = [np.zeros(1, dtype=np.int64)]
    for row in costs[::-1]:
        sums = np.unique(totals[0][:, None] + row)
        totals.insert(0, sums[sums <= ceiling])
        if totals[0].size > _MAX_TOTALS:
            return None
    return totals


_Moves = list[list[tuple[IntArray, IntArray]]]


def _transitions(costs: IntArray, totals: list[IntArray]) -> _Moves:
    """For each problem and level: indices of the totals it leads from, and of those it leads to."""
    moves: _Moves = []
    for row, now, after in zip(costs, totals[:-1], totals[1:], strict=True):
        of_problem = []
        for cost in row:
            sums = after + cost
            source = np.flatnonzero(sums <= now[-1]) if now.size else np.zeros(0, dtype=np.int64)
            of_problem.append((source, np.searchsorted(now, sums[source])))
        moves.append(of_problem)
    return moves


def _fill_tables(values: IntArray, totals: list[IntArray], moves: _Moves) -> list[IntArray]:
    """Best value of problems p … P-1 at each exact total, arrays (totals, n); values are (P, L, n)."""
    n = values.shape[-1]
    tables = [np.zeros((1, n), dtype=np.int64)]
    for p in range(len(moves) - 1, -1, -1):
        table = np.full((totals[p].size, n), _UNREACHED, dtype=np.int64)
        for level, (source, target) in enumerate(moves[p]):
            table[target] = np.maximum(table[target], tables[0][source] + values[p, level])
        tables.insert(0, table)
    return tables


def _walk(
    values: IntArray, costs: IntArray, totals: list[IntArray], tables: list[IntArray], state: IntArray
) -> IntArray:
    """From the best total down: the lowest level that still reaches the best value, problem by problem."""
    n, problems = values.shape[:2]
    column = np.arange(n)
    levels = np.full((n, problems), -1, dtype=np.int64)
    for p in range(problems):
        total, best = totals[p][state], tables[p][state, column]
        onward = np.zeros(n, dtype=np.int64)
        for level, cost in enumerate(costs[p]):
            rest = np.minimum(np.searchsorted(totals[p + 1], total - cost), totals[p + 1].size - 1)
            reaches = totals[p + 1][rest] == total - cost
            hit = reaches & (levels[:, p] < 0)
            hit &= values[:, p, level] + tables[p + 1][rest, column] == best
            levels[hit, p] = level
            onward[hit] = rest[hit]
        state = onward
    return levels


def _solve_front(values: IntArray, costs: IntArray, limit: int, index: int) -> list[int]:
    """Levels of one contest from the Pareto fronts of its last p problems, built from the last one up."""
    fronts = [(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))]
    for value_row, cost_row in zip(values[::-1], costs[::-1], strict=True):
        cost = (fronts[0][0][:, None] + cost_row).ravel()
        value = (fronts[0][1][:, None] + value_row).ravel()
        keep = cost <= limit
        if not keep.any():
            raise _no_assignment(index)
        fronts.insert(0, _pareto(cost[keep], value[keep]))
    cost, value = int(fronts[0][0][-1]), int(fronts[0][1][-1])
    levels = []
    for p, (front_cost, front_value) in enumerate(fronts[1:]):
        # What is left of an undominated total is itself undominated, so the front holds it.
        rest = np.searchsorted(front_cost, cost - costs[p])
        inside = np.minimum(rest, front_cost.size - 1)
        hit = (front_cost[inside] == cost - costs[p]) & (front_value[inside] == value - values[p])
        level = int(np.argmax(hit))
        levels.append(level)
        cost, value = cost - int(costs[p, level]), value - int(values[p, level])
    return levels


def _pareto(cost: IntArray, value: IntArray) -> tuple[IntArray, IntArray]:
    """Pairs that no cheaper or equal one matches in value: cost and value both strictly ascending."""
    order = np.lexsort((-value, cost))
    cost, value = cost[order], value[order]
    ahead = np.maximum.accumulate(value)
    keep = np.concatenate(([True], value[1:] > ahead[:-1]))
    return cost[keep], value[keep]

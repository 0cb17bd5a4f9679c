"""Knapsack of one contest with costs of its own: merging of Pareto fronts (cost, value), problem by problem."""

from __future__ import annotations

import numpy as np

from oracle.checks import IntArray
from r3env.errors import ConfigError


def no_assignment(index: int) -> ConfigError:
    """The error of a contest whose cheapest assignment passes its budget."""
    return ConfigError(
        f"contest {index} has no assignment within its budget: give every problem a level that the budget "
        "affords (level 0 at cost 0 for an unfunded problem)"
    )


def solve_front(values: IntArray, costs: IntArray, limit: int, index: int) -> list[int]:
    """Levels of one contest from the Pareto fronts of its last p problems, built from the last one up."""
    fronts = [(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))]
    for value_row, cost_row in zip(values[::-1], costs[::-1], strict=True):
        cost = (fronts[0][0][:, None] + cost_row).ravel()
        value = (fronts[0][1][:, None] + value_row).ravel()
        keep = cost <= limit
        if not keep.any():
            raise no_assignment(index)
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

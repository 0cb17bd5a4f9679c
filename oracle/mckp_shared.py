"""Knapsack of many contests with shared costs: dynamic programming over the totals that levels can reach."""

from __future__ import annotations

import numpy as np

from oracle.checks import IntArray
from oracle.mckp_fronts import no_assignment

_MAX_TOTALS = 4096  # reachable totals beyond which fronts are the better method
_CHUNK_CELLS = 2**21  # table entries worked on at a time: 16 MiB
_UNREACHED = -(2**62)


def solve_shared(values: IntArray, costs: IntArray, limits: IntArray) -> IntArray | None:
    """Levels (n, P) for shared costs (P, L), or None when the reachable totals are too many."""
    totals = _reachable_totals(costs, int(limits.max(initial=0)))
    if totals is None:
        return None
    lacking = limits < totals[0][0] if totals[0].size else np.ones(limits.shape, dtype=np.bool_)
    if lacking.any():
        raise no_assignment(int(np.argmax(lacking)))
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

"""Discriminant validity: does the gap ratio say more than a capability index does? (spec section 8)"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from oracle.spearman import MAX_POINTS, average_ranks, spearman_exact
from oracle.tables import Floats

_BLOCK = 100_000  # orders at a time, which keeps memory small
_TIE = 1e-9  # statistics closer than this are equal: their sums differ by rounding only

Gaps = Mapping[Hashable, Mapping[str, float | None]]


def per_cell(index: Mapping[str, float], gaps: Gaps) -> dict[Hashable, dict[str, Any]]:
    """Spearman coefficient of index and gap ratio in every cell, with its exact two-sided p-value.

    Args:
        index: capability index by model, in any unit.
        gaps: gap ratio by model, by cell; None where it is undefined.

    Returns:
        ``{cell: {"rho", "p", "models", "left_out"}}``; rho and p are None with a ``reason`` where a cell has
        fewer than two models with both, or where either of them is the same for all; p alone is None beyond
        10 models.
    """
    out: dict[Hashable, dict[str, Any]] = {}
    for cell, row in gaps.items():
        both = {m: (index[m], gap) for m, gap in row.items() if gap is not None and m in index}
        models, x, y = list(both), [i for i, _ in both.values()], [gap for _, gap in both.values()]
        entry: dict[str, Any] = {"models": models, "left_out": [m for m in row if m not in models]}
        if len(set(x)) < 2 or len(set(y)) < 2:
            reason = "fewer than two models, or equal values"
            out[cell] = {"rho": None, "p": None, **entry, "reason": reason}
            continue
        if len(models) > MAX_POINTS:
            rho = float(_unit(average_ranks(x)) @ _unit(average_ranks(y)))
            reason = f"no exact p-value beyond {MAX_POINTS} models"
            out[cell] = {"rho": rho, "p": None, **entry, "reason": reason}
            continue
        rho, p = spearman_exact(x, y)
        out[cell] = {"rho": rho, "p": p, **entry}
    return out


def pooled(index: Mapping[str, float], gaps: Gaps) -> dict[str, Any]:
    """Mean Spearman coefficient and pooled within-cell R², with permutation p-values.

    Both are taken over the models that have the index and a gap ratio in every cell, and over the cells where
    those differ. For R², index and gap ratio are centred within each cell. The p-values are two-sided and
    exact: the index is permuted over the models, the same way in all cells, in all n! orders. Cells share
    their models, so this keeps their dependence; a test that took cells as independent would not.

    Returns:
        ``{"mean_rho", "mean_rho_p", "r_squared", "r_squared_p", "models", "cells", "cells_left_out"}``; None
        with a ``reason`` where undefined. p-values are None beyond `oracle.spearman.MAX_POINTS` models.
    """
    models = [m for m in index if gaps and all(row.get(m) is not None for row in gaps.values())]
    values = np.array([[row[m] for m in models] for row in gaps.values()], dtype=np.float64)
    x = np.array([index[m] for m in models], dtype=np.float64)
    varies = np.ptp(values, axis=1) > 0 if models else np.zeros(len(gaps), dtype=bool)
    out: dict[str, Any] = {"models": models, "cells": int(varies.sum())}
    out["cells_left_out"] = len(gaps) - out["cells"]
    names = ("mean_rho", "mean_rho_p", "r_squared", "r_squared_p")
    if out["cells"] == 0 or np.ptp(x) == 0:
        reason = "no two models with different values that all cells share"
        return {**dict.fromkeys(names), **out, "reason": reason}
    ranks = np.array([_unit(average_ranks(row)) for row in values[varies]])
    centred = values[varies] - values[varies].mean(axis=1, keepdims=True)
    # Both statistics are linear in the permuted index, so each needs one vector only.
    mean_rho = ranks.mean(axis=0)
    correlation = centred.sum(axis=0) / (np.sqrt(len(centred)) * np.linalg.norm(centred))
    rho, rho_p = _test(_unit(average_ranks(x)), mean_rho)
    r, r_p = _test(_unit(x), correlation)
    return {**dict(zip(names, (rho, rho_p, r * r, r_p), strict=True)), **out}


def _unit(values: ArrayLike) -> Floats:
    """Centred, of length 1."""
    array = np.asarray(values, dtype=np.float64)
    centred = array - array.mean()
    unit: Floats = centred / np.linalg.norm(centred)
    return unit


def _test(x: Floats, weights: Floats) -> tuple[float, float | None]:
    """``x @ weights`` and the share of the orders of ``x`` in which it is at least as far from 0."""
    observed = float(x @ weights)
    if len(x) > MAX_POINTS:
        return observed, None
    orders = _orders(len(x))
    blocks = np.array_split(orders, len(orders) // _BLOCK + 1)
    extreme = sum(int((np.abs(x[b] @ weights) >= abs(observed) - _TIE).sum()) for b in blocks)
    return observed, extreme / len(orders)


def _orders(size: int) -> NDArray[np.int8]:
    """All orders of ``size`` things, shape (size!, size); 36 MB for ten."""
    orders = np.zeros((1, 1), dtype=np.int8)
    for new in range(1, size):
        orders = np.concatenate([np.insert(orders, place, new, axis=1) for place in range(new + 1)])
    return orders


def summary(index: Mapping[str, float], gaps: Gaps) -> dict[str, Any]:
    """Both views: ``cells`` (see `per_cell`) and ``pooled`` (see `pooled`)."""
    return {"cells": per_cell(index, gaps), "pooled": pooled(index, gaps)}

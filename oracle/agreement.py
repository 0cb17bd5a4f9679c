"""Agreement of annotators: Cohen's and Fleiss' kappa (statsmodels) and Krippendorff's alpha (krippendorff)."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from r3env.errors import ConfigError
from r3env.labels import RUBRIC, Label, Tri, newest

VALUES = tuple(str(v) for v in Tri)
"""Categories of a judgement; *unknown* is one of them: to see that the record does not decide is a judgement."""

Ratings = NDArray[np.int64]
"""Category of each unit by each annotator, shape (annotators, units); -1 where not judged."""


def agreement(labels: Iterable[Label]) -> dict[str, Any]:
    """How far annotators agree, for every rubric item that two of them judged on the same unit, and over all.

    A unit is an episode, or a problem of an episode; the newest judgement of each annotator counts.

    Returns:
        ``{"annotators", "labels", "items"}``. Each item, and ``all`` last, holds ``item``, ``annotators``,
        ``units`` (judged by at least two), ``same`` (share of pairs of judgements that are equal), ``cohen``
        (mean over pairs of annotators), ``pairs`` (each with ``kappa`` and ``units``), ``fleiss`` (over
        ``fleiss_units``, those that all judged) and ``alpha`` (nominal, over all units). Undefined figures are
        None, with a text in ``reasons``.

    Raises:
        ConfigError: statsmodels or krippendorff is not installed.
    """
    standing = newest(labels)
    names = sorted({label.annotator for label in standing})
    found = [_figures(item, table, names) for item, table in _tables(standing, names).items()]
    return {
        "annotators": names,
        "labels": len(standing),
        "items": [figures for figures in found if figures["units"]],
    }


def _tables(labels: list[Label], names: list[str]) -> dict[str, Ratings]:
    """Ratings by item, in rubric order, and of all items together."""
    rows = {name: row for row, name in enumerate(names)}
    units: dict[str, dict[tuple[str, str, str | None], int]] = {item: {} for item in (*RUBRIC, "all")}
    cells: dict[str, list[tuple[int, int, int]]] = {item: [] for item in units}
    for label in labels:
        code = VALUES.index(str(label.value))
        for item in (label.item, "all"):
            known = units[item]
            unit = known.setdefault((label.item, label.fingerprint, label.problem), len(known))
            cells[item].append((rows[label.annotator], unit, code))
    tables = {}
    for item, known in units.items():
        table = np.full((len(names), len(known)), -1, dtype=np.int64)
        for row, unit, code in cells[item]:
            table[row, unit] = code
        tables[item] = table
    return tables


def _figures(item: str, table: Ratings, names: list[str]) -> dict[str, Any]:
    """Figures of one item."""
    shared = table[:, (table >= 0).sum(axis=0) >= 2]
    own = np.flatnonzero((shared >= 0).any(axis=1))
    shared = shared[own]
    out: dict[str, Any] = {"item": item, "annotators": len(own), "units": shared.shape[1], "reasons": {}}
    if not shared.shape[1]:
        return out
    pairs = [
        {"annotators": [names[own[a]], names[own[b]]], **_cohen(shared[[a, b]])}
        for a, b in combinations(range(len(own)), 2)
    ]
    known = [pair["kappa"] for pair in pairs if pair["kappa"] is not None]
    complete = shared[:, (shared >= 0).all(axis=0)]
    out["same"] = _same(shared)
    out["pairs"] = pairs
    out["cohen"] = float(np.mean(known)) if known else None
    out["fleiss_units"] = complete.shape[1]
    out["fleiss"] = _fleiss(complete)
    out["alpha"] = _alpha(shared)
    values = len(np.unique(shared[shared >= 0]))
    one = "all judgements are the same, so chance agreement is complete"
    for name in ("cohen", "fleiss", "alpha"):
        if out[name] is None:
            out["reasons"][name] = one if values == 1 else "too few units judged by the same annotators"
    return out


def _same(table: Ratings) -> float:
    """Share of pairs of judgements of one unit that are equal."""
    counts = np.stack([(table == code).sum(axis=0) for code in range(len(VALUES))])
    total = counts.sum(axis=0)
    return float((counts * (counts - 1)).sum() / (total * (total - 1)).sum())


def _cohen(pair: Ratings) -> Mapping[str, Any]:
    """Cohen's kappa of two annotators over the units that both judged."""
    both = pair[:, (pair >= 0).all(axis=0)]
    if not both.shape[1]:
        return {"kappa": None, "units": 0}
    square = np.zeros((len(VALUES), len(VALUES)))
    np.add.at(square, (both[0], both[1]), 1)
    kappa = _library("statsmodels.stats.inter_rater").cohens_kappa
    return {"kappa": _defined(kappa, square, return_results=False), "units": both.shape[1]}


def _fleiss(complete: Ratings) -> float | None:
    if not complete.shape[1]:
        return None
    counts = np.stack([(complete == code).sum(axis=0) for code in range(len(VALUES))], axis=1)
    return _defined(_library("statsmodels.stats.inter_rater").fleiss_kappa, counts, method="fleiss")


def _alpha(table: Ratings) -> float | None:
    if len(np.unique(table[table >= 0])) < 2:
        return None
    data = np.where(table < 0, np.nan, table)
    alpha = _library("krippendorff").alpha
    return _defined(
        alpha, reliability_data=data, level_of_measurement="nominal", value_domain=list(range(len(VALUES)))
    )


def _defined(figure: Any, *arguments: Any, **options: Any) -> float | None:
    """The figure, or None where it divides by zero."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        value = float(figure(*arguments, **options))
    return value if math.isfinite(value) else None


def _library(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise ConfigError(f"agreement needs {package}: pip install 'r3env[annotate]'") from error

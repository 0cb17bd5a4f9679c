"""All diagnostics of a run as one JSON-like dict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from oracle.diagnostics import annotations as annotated
from oracle.diagnostics import (
    coordinates,
    denominators,
    misses,
    portfolio,
    rates,
    regret,
    shares,
    slot_outcomes,
    target,
)
from oracle.diagnostics.annotations import NONE, Annotations
from oracle.diagnostics.macro import macro
from oracle.outcomes import CurveArrays, contest_problems, curve_arrays
from oracle.tables import Cell, Records

HEADLINES: Mapping[str, tuple[str, ...]] = {
    "accuracy": ("rates", "accuracy", "all"),
    "answered": ("rates", "answered", "all"),
    "truncated": ("rates", "truncated", "all"),
    "wasted": ("shares", "wasted", "all"),
    "miss_rate": ("misses", "miss_rate", "all"),
    "recoverable_mass": ("misses", "mass", "all"),
}
"""Figures that are averaged over domains, with their place in a cell."""


def summary(records: Records, annotations: Annotations = NONE) -> dict[str, Any]:
    """Every diagnostic of spec section 8 that the records allow.

    Returns:
        ``cells`` (one dict for each cell of contest runs: ``cell``, ``denominators``, ``rates``,
        ``slot_outcomes``, ``shares``, ``regret``, ``coordinates``, ``annotations``, ``portfolio``,
        ``misses``; the last two
        are of the cell's contests with complete curves, None with a reason where it has none or no budget),
        ``domains`` (means over the
        available domains), ``quadrants`` (by policy, setting and scheduler), ``target`` (stress tables) and
        ``annotation_conflicts``.
    """
    curves: dict[tuple[str, str, str], CurveArrays | str] = {}
    cells = []
    for cell, own in records.cells():
        key = (cell.policy, cell.setting, cell.domain)
        if key not in curves:
            curves[key] = _curves(records, *key)
        cells.append({"cell": cell._asdict(), **_cell(cell, own, curves[key], annotations)})
    return {
        "cells": cells,
        "domains": _domains(cells),
        "quadrants": _quadrants(cells),
        "target": _targets(records),
        "annotation_conflicts": annotations.conflicts,
    }


def _curves(records: Records, policy: str, setting: str, domain: str) -> CurveArrays | str:
    """Curves of every contest that the policy played, or why there are none."""
    own = records.select(policy=policy, setting=setting, domain=domain)
    played = own.select(purpose="contest")
    if len(own.select(purpose="curve").episodes) == 0:
        return "no single-problem runs of this policy, setting and domain"
    if len(np.unique(played.episodes.size)) != 1:
        return "contests of several sizes"
    return curve_arrays(own, contest_problems(played))


def _cell(cell: Cell, own: Records, curves: CurveArrays | str, annotations: Annotations) -> dict[str, Any]:
    out: dict[str, Any] = {
        "denominators": denominators.summary(own),
        "rates": rates.summary(own),
        "slot_outcomes": slot_outcomes.summary(own),
        "shares": shares.summary(own),
        "regret": regret.summary(own, annotations),
        "coordinates": coordinates.summary(own, annotations),
        "annotations": annotated.summary(own, annotations),
    }
    reason = curves if isinstance(curves, str) else "the cell has no budget"
    if cell.budget is not None and not isinstance(curves, str):
        curves = curves.take(curves.complete & np.isin(curves.contests, own.episodes.contest))
        reason = "no contest with complete single-problem runs"
    if cell.budget is None or isinstance(curves, str) or not len(curves.contests):
        return {**out, "portfolio": None, "misses": None, "reason": reason}
    best = portfolio.solve(curves, cell.budget)
    out["portfolio"] = {**portfolio.summary(own, best), "missing_runs": curves.missing}
    out["misses"] = misses.summary(own, best, annotations)
    return out


def _domains(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Means over domains of the cells that share policy, setting, scheduler and pressure.

    Budgets set by hand must be equal to be averaged. A domain with two budgets at one pressure has no single
    figure: the condition is then reported with a reason instead of means.
    """
    names = ("policy", "setting", "rho", "scheduler", "budget")
    conditions: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for entry in cells:
        cell = entry["cell"]
        by_hand = cell["budget"] if cell["rho"] is None else None
        conditions.setdefault((*(cell[n] for n in names[:-1]), by_hand), []).append(entry)
    out = []
    for key, entries in conditions.items():
        found = {e["cell"]["domain"]: e for e in entries}
        means: dict[str, Any] = {"reason": "a domain has several budgets at this pressure"}
        if len(found) == len(entries):
            values = {n: {d: _value(e, path) for d, e in found.items()} for n, path in HEADLINES.items()}
            means = {name: macro(by_domain) for name, by_domain in values.items()}
        out.append({**dict(zip(names, key, strict=True)), **means})
    return out


def _value(entry: Mapping[str, Any], path: tuple[str, ...]) -> float | None:
    node: Any = entry
    for name in path:
        if node is None:
            return None
        node = node[name]
    value: float | None = node["value"]
    return value


def _quadrants(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    names = ("policy", "setting", "scheduler")
    for entry in cells:
        key = tuple(entry["cell"][name] for name in names)
        groups.setdefault(key, []).append(entry["coordinates"])
    return [
        {**dict(zip(names, key, strict=True)), **coordinates.quadrant(found)} for key, found in groups.items()
    ]


def _targets(records: Records) -> list[dict[str, Any]]:
    return [
        {"cell": cell._asdict(), **target.summary(_matched(records, own, cell.policy))}
        for cell, own in records.cells("target")
    ]


def _matched(records: Records, stress: Records, policy: str) -> Records:
    """The stress episodes of one cell together with the curve runs that control them."""
    table, own = records.episodes, stress.episodes
    rows = np.isin(table.fingerprint, own.fingerprint) | (
        (table.purpose == "curve")
        & (table.policy == policy)
        & (table.setting == own.setting[0])
        & (table.domain == own.domain[0])
    )
    return records.select(rows)

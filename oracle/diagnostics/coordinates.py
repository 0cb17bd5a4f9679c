"""Coordinates of a policy: coverage C and update rate R, each as a pair of bounds, and its quadrant (spec §8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from oracle.diagnostics.annotations import FALSE, NONE, TRUE, UNKNOWN, Annotations, clean
from oracle.diagnostics.groups import Figure, rate
from oracle.tables import Ints, Records

QUADRANTS: Mapping[tuple[bool, bool], str] = {
    (True, True): "Portfolio Planner",
    (False, True): "Strategic Specialist",
    (True, False): "Shallow Scanner",
    (False, False): "Tunnel Solver",
}
"""Quadrant by (coverage is high, update rate is high)."""
HIGH = 0.5
"""A coordinate is high from this value on; 0.5 itself is high."""


def coverage_codes(records: Records, annotations: Annotations = NONE) -> Ints:
    """Coverage X of every contest and problem as a tri-state code, shape (slots,).

    An annotation decides. Without one the log does in settings with actions of their own: true with a
    charged step on the problem, false without any work on it, unknown otherwise (for instance an answer
    written without computing); tool-free it stays unknown.
    """
    labelled = annotations.of_slots(records, "coverage")
    slots = records.slots
    by_log = np.select([slots.steps > 0, ~slots.attempted], [TRUE, FALSE], default=UNKNOWN)
    by_log = np.where(records.of("setting") == "tool_free", UNKNOWN, by_log)
    return np.where(labelled == UNKNOWN, by_log, labelled)


def bounds(codes: Ints, reason: str) -> dict[str, Figure]:
    """Share that is true (``low``, C⁻ or R⁻) and share that is not false (``high``, C⁺ or R⁺)."""
    every = np.ones(len(codes), dtype=bool)
    return {"low": rate(codes == TRUE, every, reason), "high": rate(codes != FALSE, every, reason)}


def summary(
    records: Records, annotations: Annotations = NONE, *, update: str = "rational_update"
) -> dict[str, Any]:
    """Coordinates of one cell over its clean episodes.

    Args:
        records: records of one cell.
        annotations: settled labels; without any, the update rate is only bounded by 0 and 1.
        update: rubric item behind the update rate; ``substantive_update`` counts every change of plan.

    Returns:
        ``{"coverage": {"low", "high"}, "update": {"low", "high"}, "quadrant", "clean", "left_out"}``.
    """
    keep = clean(records, annotations)
    kept = records.select(keep)
    out: dict[str, Any] = {
        "coverage": bounds(coverage_codes(kept, annotations), "no clean episode"),
        "update": bounds(annotations.of_episodes(kept, update), "no clean episode"),
        "clean": int(keep.sum()),
        "left_out": int((~keep).sum()),
    }
    out["quadrant"] = quadrant([out])
    return out


def quadrant(cells: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Quadrant of a policy from the `summary` of its cells; its point is the mean over the cells that have it.

    Returns:
        ``{"low": [C⁻, R⁻], "high": [C⁺, R⁺], "name", "name_high", "settled", "cells"}``: the quadrant by what
        is true for certain, the one by what is not false, and whether both agree.
    """
    known = [c for c in cells if c["coverage"]["low"]["value"] is not None]
    out: dict[str, Any] = {"cells": len(known)}
    for bound, name in (("low", "name"), ("high", "name_high")):
        point = [[c[axis][bound]["value"] for axis in ("coverage", "update")] for c in known]
        middle = np.mean(point, axis=0).tolist() if known else None
        out[bound] = middle
        out[name] = None if middle is None else QUADRANTS[middle[0] >= HIGH, middle[1] >= HIGH]
    out["settled"] = None if not known else out["name"] == out["name_high"]
    if not known:
        out["reason"] = "no clean episode"
    return out

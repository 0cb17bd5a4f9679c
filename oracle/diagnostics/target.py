"""Target-in-suite stress: one problem counts among six shown, against the same problem alone (spec section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from oracle.diagnostics.groups import Figure, mean
from oracle.tables import Bools, Floats, Records
from r3env.errors import ConfigError


def select_suites(
    lengths: Mapping[str, float], *, strata: int = 10, rng: np.random.Generator
) -> tuple[str, ...]:
    """Pick the suites of the stress test: one from each stratum of total statement length.

    Args:
        lengths: total statement length in characters by contest id (all problems of the contest).
        strata: number of strata, and of suites picked.
        rng: seeded generator of the picks.

    Returns:
        Contest ids, shortest stratum first. Each is then played once with every position as its target.

    Raises:
        ConfigError: fewer contests than strata, or no stratum asked for.
    """
    if not 1 <= strata <= len(lengths):
        raise ConfigError(f"strata must be between 1 and the {len(lengths)} contests at hand, got {strata}")
    order = sorted(lengths, key=lambda contest: (lengths[contest], contest))
    parts = np.array_split(np.arange(len(order)), strata)
    return tuple(order[int(rng.choice(part))] for part in parts)


def _controls(records: Records) -> dict[tuple[str, float], float]:
    """Success rate of each problem alone at the richest level, by (problem id, budget of that level)."""
    runs = records.select(purpose="curve")
    if len(runs.slots) == 0:
        return {}
    richest = runs.of("level") == runs.episodes.level.max()
    rows = np.flatnonzero(richest & runs.slots.judged)
    found: dict[tuple[str, float], list[bool]] = {}
    for row in rows:
        key = (str(runs.slots.problem[row]), float(runs.of("budget")[row]))
        found.setdefault(key, []).append(bool(runs.slots.correct[row]))
    return {key: float(np.mean(right)) for key, right in found.items()}


def _suite_means(contests: Any, values: Floats) -> Floats:
    return np.array([values[contests == c].mean() for c in np.unique(contests)])


def summary(records: Records) -> dict[str, Any]:
    """Target success against the matched single-problem control, within suites and then over suites.

    Args:
        records: runs of purpose ``target`` and ``curve`` of one policy, setting and domain. The control is
            the problem alone at the largest level, over its repeats; it must have had the target's budget.

    Returns:
        ``target``, ``control`` and ``difference`` (target − control) as means over suites of the means within
        suites (``n``: suites), ``suites`` and ``by_position`` tables, and what was left out: ``unscored``
        targets, and ``unmatched`` ones without a control of the same budget.
    """
    stress = records.select(purpose="target")
    slots = stress.slots
    is_target = slots.position == stress.of("target")
    scored: Bools = is_target & slots.judged
    controls = _controls(records)
    budgets, contests = stress.of("budget"), stress.of("contest")
    rows = np.flatnonzero(scored)
    keys = [(str(slots.problem[r]), float(budgets[r])) for r in rows]
    control = np.array([controls.get(key, np.nan) for key in keys], dtype=np.float64)
    matched = ~np.isnan(control)
    rows, control = rows[matched], control[matched]
    right = slots.correct[rows].astype(np.float64)
    parts = {"target": right, "control": control, "difference": right - control}
    reason = "no target episode with a matched control"

    def table(group: Any) -> dict[str, dict[str, Figure]]:
        own = group[rows]
        return {str(g): {n: mean(v[own == g], reason) for n, v in parts.items()} for g in np.unique(own)}

    out: dict[str, Any] = {n: mean(_suite_means(contests[rows], v), reason) for n, v in parts.items()}
    out["suites"] = table(contests)
    out["by_position"] = table(slots.position + 1)
    out["unscored"] = int((is_target & ~slots.judged).sum())
    out["unmatched"] = int((~matched).sum())
    return out

"""Where the budget went: attributed shares against an equal share, waste, and step profiles (spec section 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from oracle.diagnostics.groups import Figure, figure, grouped, groups, mean, weighted
from oracle.tables import TIERS, WRONG, Floats, Ints, Records


def step_profile(records: Records) -> Ints:
    """Charged steps of each problem in presented order, shape (episodes, largest size), -1 past the end.

    A contest played as ``(2, 1, 1, 1, 1, 1)`` covered all six problems and went deeper on the first.
    """
    table, slots = records.episodes, records.slots
    width = int(table.size.max()) if len(table) else 0
    profile = np.full((len(table), width), -1, dtype=np.int64)
    profile[slots.episode, slots.position] = slots.steps
    return profile


def attributed(records: Records) -> dict[str, Any]:
    """Share of the used budget attributed to each group, mean over the episodes that used anything.

    Returns:
        ``{"episodes", "unused", "unattributed", "by_position", "by_tier"}``. Each group holds ``share``,
        ``equal`` (what an equal share for every problem would give: 1/6 for a position of six), and both
        summed from the first group on (``cumulative``, ``cumulative_equal``). ``unattributed`` is the share
        that belongs to no problem. Shares are None when no episode used anything.
    """
    table, slots = records.episodes, records.slots
    using = (table.used > 0) & ~table.infrastructure
    episodes = int(using.sum())
    use = using[slots.episode]
    share = np.where(use, slots.spent / np.where(use, records.of("used"), 1.0), 0.0)
    equal = np.where(use, 1.0 / records.of("size"), 0.0)
    out: dict[str, Any] = {
        "episodes": episodes,
        "unused": int(((table.used == 0) & ~table.infrastructure).sum()),
        "unattributed": figure(episodes - float(share.sum()), episodes, "no episode used any budget"),
        "by_tier": {},
        "by_position": {},
    }
    totals: dict[str, tuple[float, float]] = {}
    for kind, name, mask in groups(records):
        own, fair = float(share[mask].sum()), float(equal[mask].sum())
        before = totals.get(kind, (0.0, 0.0))
        totals[kind] = (before[0] + own, before[1] + fair)
        parts = {
            "share": own,
            "equal": fair,
            "cumulative": totals[kind][0],
            "cumulative_equal": totals[kind][1],
        }
        out[kind][name] = {k: v / episodes if episodes else None for k, v in parts.items()}
    return out


def wasted(records: Records) -> dict[str, Any]:
    """Share of the attributed budget spent on problems that were not solved, among judged slots.

    ``all``, ``by_tier`` and ``by_position``; ``on_wrong_answers`` is the part that ended in a wrong answer
    rather than in none.
    """
    slots = records.slots
    reason = "nothing was attributed to judged slots"
    out = grouped(records, lambda mask: weighted(slots.spent, ~slots.correct, slots.judged & mask, reason))
    out["on_wrong_answers"] = weighted(slots.spent, slots.outcome == WRONG, slots.judged, reason)
    return out


def profiles(records: Records) -> dict[str, Figure]:
    """Coverage and depth of charged steps: problems with a step, and steps on the deepest, mean over episodes.

    Undefined in the tool-free setting, where one reply serves all problems.
    """
    kept = records.select(~records.episodes.infrastructure & (records.episodes.setting != "tool_free"))
    profile = step_profile(kept)
    reason = "no episode with charged steps of its own for each problem"
    covered: Floats = (profile > 0).sum(axis=1).astype(float)
    deepest: Floats = profile.max(axis=1, initial=0).astype(float)
    return {"covered": mean(covered, reason), "deepest": mean(deepest, reason)}


def tier_mix(tier: Ints, weight: Floats) -> dict[str, Figure]:
    """Share of ``weight`` on each tier; both of shape (rows,), tier as an index into `TIERS`."""
    total = float(weight.sum())
    return {n: figure(float(weight[tier == c].sum()), total, "nothing selected") for c, n in enumerate(TIERS)}


def summary(records: Records) -> dict[str, Any]:
    """Attributed shares, wasted share and step profiles of the records."""
    return {"attributed": attributed(records), "wasted": wasted(records), "profile": profiles(records)}

"""Accuracy, answered rate and budget-truncation rate, by tier and by position (spec section 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from oracle.diagnostics.groups import grouped, mean, rate
from oracle.diagnostics.slot_outcomes import SLOT_OUTCOMES, slot_outcomes
from oracle.tables import MISSING, UNPARSED, Bools, Records


def summary(records: Records) -> dict[str, Any]:
    """Shares of slots, each with its count and denominator.

    - ``accuracy``: judged right among all slots; a slot that was not judged counts as not right (headline);
    - ``accuracy_judged``: the same over judged slots only;
    - ``answered``, ``truncated``, ``missing``, ``unparsed``: shares of judged slots; truncated means no
      answer and the budget ended the work (see `oracle.diagnostics.slot_outcomes`);
    - ``truncated_episodes``: share of episodes whose work the budget ended, answers or not.
    """
    slots = records.slots
    every: Bools = np.ones(len(slots), dtype=bool)
    truncated = slot_outcomes(records) == SLOT_OUTCOMES.index("truncated")
    measures = {
        "accuracy": (slots.correct, every),
        "accuracy_judged": (slots.correct, slots.judged),
        "answered": (slots.answered, slots.judged),
        "truncated": (truncated, slots.judged),
        "missing": (slots.outcome == MISSING, slots.judged),
        "unparsed": (slots.outcome == UNPARSED, slots.judged),
    }

    def share(hits: Bools, of: Bools) -> dict[str, Any]:
        return grouped(records, lambda mask: rate(hits, of & mask))

    out: dict[str, Any] = {name: share(*measure) for name, measure in measures.items()}
    counted = ~records.episodes.infrastructure
    out["truncated_episodes"] = rate(records.episodes.cut, counted, "no episodes that count")
    spent = records.episodes.used / np.where(records.episodes.budget > 0, records.episodes.budget, np.nan)
    out["budget_used"] = mean(spent[counted], "no episode with a budget above 0")
    return out

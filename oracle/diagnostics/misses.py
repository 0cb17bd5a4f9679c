"""Selected misses and the mass that could have been recovered, by tier, position and cause (spec section 7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from oracle.diagnostics.annotations import NONE, Annotations
from oracle.diagnostics.causes import CAUSES, causes, misses
from oracle.diagnostics.groups import Figure, figure, grouped, rate
from oracle.diagnostics.portfolio import Plan, Portfolio, plan
from oracle.tables import Floats, Records

_NO_SLOTS = "no judged slots of paired contests"


def recoverable(records: Records, plan: Plan) -> Floats:
    """Recoverable mass on each slot, in problems per contest repeat, shape (slots,).

    The mass of a selected problem is ``max(0, q* - s)`` with ``s`` its success rate over the judged repeats
    of its contest (spec section 7). It is shared out evenly over the repeats that missed the problem, so that
    sums over slots, by whatever group or cause, add up to the mass of the cell.
    """
    slots = records.slots
    missed = misses(records, plan)
    contest = np.unique(records.of("contest"), return_inverse=True)[1]
    problem = np.unique(slots.problem, return_inverse=True)[1]
    keys = contest.astype(np.int64) * (int(problem.max(initial=0)) + 1) + problem
    _, place = np.unique(keys, return_inverse=True)

    def total(rows: Floats) -> Floats:
        sums: Floats = np.bincount(place, weights=rows).astype(np.float64)[place]
        return sums

    judged = total(slots.judged.astype(float))
    success = total((slots.judged & slots.correct).astype(float)) / np.maximum(judged, 1.0)
    mass = np.where(plan.selected, np.maximum(0.0, plan.rate - success), 0.0)
    share: Floats = np.where(missed, mass / np.maximum(total(missed.astype(float)), 1.0), 0.0)
    return share


def by_cause(codes: Any, mass: Floats) -> dict[str, Figure]:
    """Share of each cause among the misses with evidence, with counts and mass; unknown ones stand apart."""
    decided = (codes >= 0) & (codes < len(CAUSES) - 1)
    reason = "no selected miss whose cause the record decides"
    out = {name: rate(codes == code, decided, reason) for code, name in enumerate(CAUSES[:-1])}
    unknown = int((codes == len(CAUSES) - 1).sum())
    out[CAUSES[-1]] = {"value": None, "count": unknown, "reason": "left out of shares"}
    for code, name in enumerate(CAUSES):
        out[name]["mass"] = float(mass[codes == code].sum())
    return out


def summary(records: Records, portfolio: Portfolio, annotations: Annotations = NONE) -> dict[str, Any]:
    """Selected misses of a cell.

    - ``miss_rate``: selected misses among all judged slots of the paired contests, in groups;
    - ``missed_of_selected``: the same among the judged slots that the oracle selected;
    - ``mass``: recoverable mass per contest, in problems, in groups (``of``: paired contests);
    - ``causes``: shares among the misses whose cause is decided, with counts and mass.
    """
    lined = plan(records, portfolio)
    missed = misses(records, lined)
    judged = records.slots.judged & lined.paired
    mass = recoverable(records, lined)
    contests = len(np.unique(records.of("contest")[judged]))
    return {
        "miss_rate": grouped(records, lambda mask: rate(missed, judged & mask, _NO_SLOTS)),
        "missed_of_selected": grouped(records, lambda mask: rate(missed, judged & lined.selected & mask)),
        "mass": grouped(records, lambda mask: figure(float(mass[mask].sum()), contests, "no paired contest")),
        "causes": by_cause(causes(records, lined, annotations), mass),
        "unpaired_slots": int((~lined.paired).sum()),
    }

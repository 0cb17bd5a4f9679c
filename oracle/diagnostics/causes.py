"""Why an oracle-selected problem was missed: one cause for each miss (spec section 8)."""

from __future__ import annotations

import numpy as np

from oracle.diagnostics.annotations import NONE, TRUE, Annotations
from oracle.diagnostics.portfolio import Plan
from oracle.tables import Bools, Ints, Records

CAUSES: tuple[str, ...] = (
    "never_attempted",
    "attempted_too_late",
    "stopped_after_partial_progress",
    "spent_budget_elsewhere",
    "misread_feedback",
    "format_or_finalization",
    "genuinely_unsolved",
    "insufficient_evidence",
)
"""Causes in the order of the specification; the last is left out of shares."""

_NEVER, _LATE, _STOPPED, _ELSEWHERE, _MISREAD, _FORMAT, _UNSOLVED, _UNKNOWN = range(len(CAUSES))
_SLACK = 1e-9  # official units: proportional attribution leaves rounding in the last digits


def misses(records: Records, plan: Plan) -> Bools:
    """Selected misses: the oracle selected the problem, and the contest was judged not to solve it."""
    slots = records.slots
    return plan.selected & slots.judged & ~slots.correct


def causes(records: Records, plan: Plan, annotations: Annotations = NONE) -> Ints:
    """Index into `CAUSES` of every selected miss, shape (slots,); -1 where the slot is none.

    Let ``u`` be the official units attributed to the problem, ``c`` what the oracle gave to it, and ``left``
    what the contest left unused. Tested in this order, the first that holds:

    - never attempted: no official unit, charged step, artifact write, answer or malformed answer;
    - misread feedback, genuinely unsolved: an annotation says so, and no other says both;
    - wrong format or incomplete finalization: a malformed answer stands in the end, or no answer stands
      although one was written into its artifact before; unless the reply was cut inside the work (then the
      budget decides, below);
    - attempted too late: ``u < c``, and when work on the problem began less than ``c`` was left; tool-free,
      where one reply holds no times: the reply was cut at the allowance before the problem had its answer;
    - stopped after partial progress: ``0 < u < c``, and ``left >= c - u`` would have paid the rest;
    - spent budget elsewhere: ``u < c`` and ``left < c - u``: other problems had what this one needed;
    - insufficient evidence: everything else, mainly ``u >= c`` without a right answer and no annotation.

    "Never attempted" comes first, also when the budget it lacked went elsewhere.
    """
    slots = records.slots
    cut_reply = records.of("cut") & (records.of("setting") == "tool_free")
    cut_inside = cut_reply & slots.unanswered
    short = slots.spent < plan.cost - _SLACK
    could_pay = records.of("left") >= plan.cost - slots.spent - _SLACK  # NaN compares false: unbudgeted
    late = short & (cut_inside | (slots.left_at_first < plan.cost - _SLACK))
    misread = annotations.of_slots(records, "misread_feedback") == TRUE
    unsolved = annotations.of_slots(records, "genuinely_unsolved") == TRUE
    budgeted = ~np.isnan(records.of("budget"))
    rules = [
        (~slots.attempted, _NEVER),
        (misread & ~unsolved, _MISREAD),
        (unsolved & ~misread, _UNSOLVED),
        (slots.spoiled & ~cut_inside, _FORMAT),
        (late, _LATE),
        (short & could_pay & (slots.spent > 0), _STOPPED),
        (short & ~could_pay & budgeted, _ELSEWHERE),
    ]
    found = np.select([r for r, _ in rules], [code for _, code in rules], default=_UNKNOWN)
    return np.where(misses(records, plan), found, -1)

"""Slot outcomes: what became of each problem's slot, exclusive, the first that holds (spec section 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from oracle.diagnostics.groups import grouped, rate
from oracle.tables import GRADER_ERROR, UNGRADED, UNPARSED, Ints, Records

SLOT_OUTCOMES: tuple[str, ...] = (
    "answered",
    "truncated",
    "format_failure",
    "unresolved_attempt",
    "insufficient_evidence",
)


def slot_outcomes(records: Records) -> Ints:
    """Index into `SLOT_OUTCOMES` of every slot, shape (slots,); -1 where the slot was not judged.

    Operational definitions, the first that holds:

    - answered: an answer was read, right or wrong;
    - truncated: no answer, and the budget ended the work (tool-free: the charged reply was cut at the
      allowance; agentic: nothing of the budget was left at the end);
    - format failure: something stands in the answer's place that breaks the contract (unparsed);
    - unresolved attempt: no answer, but the log shows work on the problem (official units, a charged step,
      an artifact write);
    - insufficient evidence: none of these.
    """
    slots = records.slots
    holds = [slots.answered, records.of("cut"), slots.outcome == UNPARSED, slots.attempted]
    codes = np.select(holds, [0, 1, 2, 3], default=4)
    unjudged = (slots.outcome == GRADER_ERROR) | (slots.outcome == UNGRADED)
    return np.where(unjudged, -1, codes)


def summary(records: Records) -> dict[str, Any]:
    """Share of each slot outcome among judged slots, in all, by tier and by position."""
    codes = slot_outcomes(records)

    def share(code: int) -> dict[str, Any]:
        return grouped(records, lambda mask: rate(codes == code, (codes >= 0) & mask, "no judged slots"))

    return {name: share(code) for code, name in enumerate(SLOT_OUTCOMES)}

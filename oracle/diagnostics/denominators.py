"""Denominators: what was planned, played, lost to infrastructure and left unscored, as explicit counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from oracle.tables import GRADER_ERROR, OUTCOMES, UNGRADED, Records
from r3env.episode import Status


def summary(records: Records, *, planned: int | None = None) -> dict[str, Any]:
    """Counts behind every other figure.

    Args:
        records: records of one cell.
        planned: number of episodes that were planned; None takes every contest of the records times the
            largest number of repeats that any of them has.

    Returns:
        ``episodes`` by status with ``total``, ``planned`` and ``missing``; ``slots`` by outcome with ``total``
        and ``unscored`` (grader failed, or no verdict); ``contests``; ``unbudgeted`` episodes; and
        ``overshoot``: episodes whose provider reported more use than was allowed.
    """
    table, slots = records.episodes, records.slots
    contests, repeats = np.unique(table.contest, return_counts=True)
    wanted = len(contests) * int(repeats.max(initial=0)) if planned is None else planned
    by_status = {str(status): int((table.status == str(status)).sum()) for status in Status}
    by_outcome = {name: int((slots.outcome == code).sum()) for code, name in enumerate(OUTCOMES)}
    unscored = int(np.isin(slots.outcome, (GRADER_ERROR, UNGRADED)).sum())
    return {
        "contests": len(contests),
        "episodes": {
            **by_status,
            "total": len(table),
            "planned": wanted,
            "missing": max(0, wanted - len(table)),
        },
        "slots": {**by_outcome, "total": len(slots), "unscored": unscored},
        "unbudgeted": int(np.isnan(table.budget).sum()),
        "overshoot": int((table.overshoot > 0).sum()),
    }

"""Regret patterns of contests: where the log decides them, and where annotators did (spec section 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from oracle.diagnostics.annotations import FALSE, NONE, TRUE, UNKNOWN, Annotations
from oracle.diagnostics.groups import rate
from oracle.tables import Bools, Ints, Records

PATTERNS: tuple[str, ...] = (
    "undercoverage",
    "overcommitment",
    "late_exhaustion",
    "premature_shelving",
    "weak_finalization",
)


def by_log(records: Records) -> dict[str, Ints]:
    """What the log says of every pattern, as tri-state codes of shape (episodes,).

    Operational definitions; ``B`` is the budget, ``P`` the number of problems:

    - undercoverage: a problem without any work on it, while another took more than an equal share ``B / P``;
    - overcommitment: a problem that was not solved took more than ``B / 2``, and another was not solved either
      (both with actions of their own: in two or more steps, since one step cannot be divided);
    - late exhaustion: the budget ended the work, and a problem worked on was left without a readable answer;
    - premature shelving: a problem was shelved for good and not solved, and at least one action was left at
      the end (unknown in the tool-free setting, where nothing can be shelved);
    - weak finalization: a malformed answer stands in the end, or none although one was written before; an
      answer cut off by the end of the budget in the tool-free setting is late exhaustion instead.

    Unknown where nothing was judged, and for the patterns that speak of a budget in unbudgeted runs.
    """
    table, slots = records.episodes, records.slots
    tool_free = table.setting == "tool_free"

    def some(rows: Bools) -> Bools:
        return np.bincount(slots.episode[rows], minlength=len(table)) > 0

    unsolved = slots.judged & ~slots.correct
    budget, size = records.of("budget"), records.of("size")
    deep = (slots.steps >= 2) | (records.of("setting") == "tool_free")
    hog = unsolved & deep & (slots.spent > budget / 2)
    others = np.bincount(slots.episode[unsolved], minlength=len(table)) >= 2
    holds: dict[str, Bools] = {
        "undercoverage": some(slots.judged & ~slots.attempted) & some(deep & (slots.spent > budget / size)),
        "overcommitment": some(hog) & others,
        "late_exhaustion": table.cut & some(slots.attempted & slots.unanswered),
        "premature_shelving": some(slots.shelved & unsolved) & (table.left >= 1),
        "weak_finalization": some(slots.spoiled) & ~(tool_free & table.cut),
    }
    judged = some(slots.judged) & ~table.infrastructure
    budgeted = judged & ~np.isnan(table.budget)
    decided = dict.fromkeys(PATTERNS, budgeted)
    decided["premature_shelving"] = budgeted & ~tool_free
    decided["weak_finalization"] = judged
    return {n: np.where(decided[n], np.where(holds[n], TRUE, FALSE), UNKNOWN) for n in PATTERNS}


def summary(records: Records, annotations: Annotations = NONE) -> dict[str, Any]:
    """Share of the decided episodes that show each pattern; an annotation goes before the log.

    Each figure also holds ``unknown`` (episodes that neither decides) and ``annotated``.
    """
    out: dict[str, Any] = {}
    for name, logged in by_log(records).items():
        labelled = annotations.of_episodes(records, name)
        codes = np.where(labelled == UNKNOWN, logged, labelled)
        out[name] = rate(codes == TRUE, codes != UNKNOWN, "no episode decides it")
        out[name]["unknown"] = int((codes == UNKNOWN).sum())
        out[name]["annotated"] = int((labelled != UNKNOWN).sum())
    return out

"""Diagnostics of contests (spec section 8): where a shared budget went and what it failed to buy.

Each module is one family of figures, pure, from `oracle.records.load` to a JSON-like ``summary``. Undefined
figures are None with a reason and their denominators, never NaN. `summary` gathers all of them.
"""

from __future__ import annotations

from oracle.diagnostics.annotations import NONE, Annotations, clean
from oracle.diagnostics.causes import CAUSES, causes
from oracle.diagnostics.coordinates import QUADRANTS, quadrant
from oracle.diagnostics.macro import macro
from oracle.diagnostics.misses import recoverable
from oracle.diagnostics.portfolio import Plan, Portfolio, plan, solve
from oracle.diagnostics.regret import PATTERNS
from oracle.diagnostics.report import summary
from oracle.diagnostics.shares import step_profile
from oracle.diagnostics.slot_outcomes import SLOT_OUTCOMES
from oracle.diagnostics.target import select_suites

__all__ = [
    "CAUSES",
    "NONE",
    "PATTERNS",
    "QUADRANTS",
    "SLOT_OUTCOMES",
    "Annotations",
    "Plan",
    "Portfolio",
    "causes",
    "clean",
    "macro",
    "plan",
    "quadrant",
    "recoverable",
    "select_suites",
    "solve",
    "step_profile",
    "summary",
]

"""A scheduler in one file: no problem may take more than its equal share of the budget, rounded up.

Use it by path: ``r3env run … --scheduler ./examples/my_scheduler.py:EqualShare``.
"""

from __future__ import annotations

import math
from typing import ClassVar

from r3env.decision import Decision
from r3env.scheduling import Guard, GuardState, Refusal


class EqualShare(Guard):
    """Cap every problem at ⌈budget / problems⌉ counted steps."""

    name: ClassVar[str] = "equal-share"

    def directive(self) -> str:
        """The paragraph added to the prompt."""
        return "Scheduling rule (equal share): no problem gets more than its equal share of the budget."

    def refuse(self, decision: Decision, state: GuardState) -> Refusal | None:
        """Forbid steps beyond the share of the focused problem."""
        if state.total is None or state.focused is None:
            return None
        share = math.ceil(state.total / len(state.problems))
        if state.focused.counted_steps < share:
            return None
        return Refusal(self.name, f"{state.focus} has had its share of {share} counted commands")

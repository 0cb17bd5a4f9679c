"""Verification: a stable candidate may be checked once, then it must change (paper, strategy B, over A)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import gymnasium

from r3env.decision import Decision
from r3env.errors import ConfigError
from r3env.scheduling import Guard, GuardState, Refusal


class Verification(Guard):
    """Once all problems are covered, allow ``checks`` counted steps on a candidate that is stable.

    A candidate is stable when it exists and has not changed since the last counted step on its problem (spec
    section 6). A problem without a candidate, or with one that was changed since, is not restricted. Before
    all are covered this guard is silent: stack it over `Coverage`, or use `coverage+verification`.

    Args:
        env: what it guards.
        checks: counted steps allowed on a stable candidate.
    """

    name: ClassVar[str] = "verification"
    folder: ClassVar[Path] = Path(__file__).parent

    def __init__(self, env: gymnasium.Env[dict[str, Any], str], *, checks: int = 1) -> None:
        if checks < 0:
            raise ConfigError(f"checks must be at least 0 counted steps, got {checks}")
        super().__init__(env, checks=checks)
        self.checks = checks

    def refuse(self, decision: Decision, state: GuardState) -> Refusal | None:
        """Forbid a further counted step on a candidate that was checked and has not changed."""
        focused = state.focused
        covered = all(p.counted_steps > 0 for p in state.problems)
        if focused is None or not covered or not focused.stable or focused.steps_on_candidate < self.checks:
            return None
        return Refusal(
            self.name,
            f"the answer to {focused.label} was checked and has not changed: change it, or turn to another problem",
        )

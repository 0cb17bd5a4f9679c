"""Coverage: no second counted step on a problem before every problem has had one (paper, strategy A)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import gymnasium

from r3env.decision import Decision
from r3env.errors import ConfigError
from r3env.scheduling import Guard, GuardState, Refusal


class Coverage(Guard):
    """Spread the first ``probes`` counted steps over all visible problems.

    With a budget below the number of problems coverage can never be complete, so depth is impossible then,
    as published.

    Args:
        env: what it guards.
        probes: counted steps that every problem gets first.
    """

    name: ClassVar[str] = "coverage"
    folder: ClassVar[Path] = Path(__file__).parent

    def __init__(self, env: gymnasium.Env[dict[str, Any], str], *, probes: int = 1) -> None:
        if probes < 1:
            raise ConfigError(f"probes must be at least 1 counted step, got {probes}")
        super().__init__(env, probes=probes)
        self.probes = probes

    def directive(self) -> str:
        """See `Guard.directive`."""
        return self.text(
            "coverage",
            probes="one counted command" if self.probes == 1 else f"{self.probes} counted commands",
        )

    def refuse(self, decision: Decision, state: GuardState) -> Refusal | None:
        """Forbid depth on the focused problem while another one has had fewer than ``probes`` steps."""
        focused = state.focused
        waiting = [
            p.label for p in state.problems if p.counted_steps < self.probes and p.label != state.focus
        ]
        if focused is None or focused.counted_steps < self.probes or not waiting:
            return None
        return Refusal(
            self.name,
            f"give {', '.join(waiting)} a first counted command before going deeper on {focused.label}",
        )

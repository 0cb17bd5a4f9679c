"""Stop and finalize: below a threshold of budget or time, counted commands are over (published by name only)."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, ClassVar

import gymnasium

from r3env.decision import Decision
from r3env.errors import ConfigError
from r3env.scheduling import Guard, GuardState, Refusal


class StopAndFinalize(Guard):
    """Keep a reserve: counted commands are blocked once no more than it is left, and finalizing is asked for.

    Args:
        env: what it guards.
        reserve: share of the action budget that is kept, rounded down to whole actions; 0 keeps none.
        time: share of the time limit after which counted commands are blocked.
    """

    name: ClassVar[str] = "stop"
    folder: ClassVar[Path] = Path(__file__).parent

    def __init__(
        self, env: gymnasium.Env[dict[str, Any], str], *, reserve: float = 0.1, time: float = 0.9
    ) -> None:
        if not (0 <= reserve < 1 and 0 < time <= 1):
            raise ConfigError(f"reserve must be in [0, 1) and time in (0, 1], got {reserve} and {time}")
        super().__init__(env, reserve=reserve, time=time)
        self.reserve = reserve
        self.time = time

    def directive(self) -> str:
        """See `Guard.directive`."""
        return self.text("stop", reserve=f"{self.reserve:.0%}", time=f"{self.time:.0%}")

    def refuse(self, decision: Decision, state: GuardState) -> Refusal | None:
        """Forbid counted commands when only the reserve, or only the last share of the time, is left."""
        kept = 0 if state.total is None else math.floor(self.reserve * state.total)
        if state.remaining is not None and state.remaining <= kept:
            return Refusal(
                self.name, f"the last {kept} actions are a reserve: finalize the answers that stand"
            )
        if state.elapsed >= self.time:
            return Refusal(self.name, "time is nearly up: finalize the answers that stand")
        return None

"""`Phases`: when the solving phase ends, when the episode ends, and what the player is told of it."""

from __future__ import annotations

from r3env.budget import Budget
from r3env.envs import reminders
from r3env.errors import ConfigError

CLOSING_SHARE = 0.9
"""Share of the step and time limits after which the solving phase ends (the protocol leaves it to us)."""


def check_seconds(name: str, value: float) -> None:
    """Refuse what is no number of seconds above 0.

    Raises:
        ConfigError: says what came.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise ConfigError(f"{name} must be more than 0 seconds, got {value!r}")


class Phases:
    """Limits of an agentic episode.

    Args:
        max_steps: actions of any kind.
        max_protocol_errors: malformed actions in a row that end the episode.
        time_limit: seconds of the episode.
        notices: announce 50, 75 and 90 % of the budget.
    """

    def __init__(self, max_steps: int, max_protocol_errors: int, time_limit: float, notices: bool) -> None:
        if not all(isinstance(n, int) and n >= 1 for n in (max_steps, max_protocol_errors)):
            raise ConfigError(
                f"max_steps and max_protocol_errors must be whole numbers from 1, got {max_steps!r} and "
                f"{max_protocol_errors!r}"
            )
        check_seconds("time_limit", time_limit)
        self.max_steps = int(max_steps)
        self.max_protocol_errors = int(max_protocol_errors)
        self.time_limit = float(time_limit)
        self.notices = bool(notices)
        self.begin()

    def begin(self) -> None:
        """Start an episode."""
        self.steps = 0
        self.errors_in_row = 0
        self.closing = ""
        self._given: set[float] = set()

    def count(self, malformed: bool) -> None:
        """Count one action."""
        self.steps += 1
        self.errors_in_row = self.errors_in_row + 1 if malformed else 0

    def messages(self, budget: Budget, elapsed: float) -> list[str]:
        """What the player is told after an action: budget notices, and once that the solving phase is over."""
        told = reminders.notices(budget, self._given) if self.notices else []
        if not self.closing:
            self.closing = self._why_closing(budget, elapsed)
            if self.closing:
                told.append(reminders.finalization(self.closing))
        return told

    def _why_closing(self, budget: Budget, elapsed: float) -> str:
        capped = budget.capped()
        if budget.exhausted and budget.total:
            return "the budget is used up"
        if capped:
            return f"the limit on {capped} is reached"
        if self.steps >= CLOSING_SHARE * self.max_steps:
            return f"{self.steps} of {self.max_steps} steps are taken"
        return "time is nearly up" if elapsed >= CLOSING_SHARE * self.time_limit else ""

    def limit(self, elapsed: float) -> str:
        """The limit that ends the episode now, in words; empty when none does."""
        if self.errors_in_row >= self.max_protocol_errors:
            return f"{self.errors_in_row} protocol errors in a row"
        if self.steps >= self.max_steps:
            return f"{self.max_steps} steps"
        return f"{self.time_limit:g} seconds" if elapsed >= self.time_limit else ""

"""`Nothing` and `Random`: the floors that every table shows."""

from __future__ import annotations

import re
import shlex
from typing import Any

from policies.prompt import (
    COMPLETE,
    completion,
    generator,
    labels_of,
    setting_of,
    statements,
)
from r3env.event import Event
from r3env.policy import Info, Observation

_TOKEN = re.compile(r"-?\w[\w.]*")


class Nothing:
    """Answers nothing: an empty completion, or completion at once."""

    settings = frozenset({"tool_free", "agentic"})

    def __init__(self) -> None:
        self.spec: dict[str, Any] = {"name": "nothing", "version": "1"}

    def reset(self, observation: Observation, info: Info, *, seed: int | None) -> None:
        """Nothing to prepare."""

    def act(self, observation: Observation, info: Info) -> Any:
        """Ends the episode without an answer."""
        return completion("") if setting_of(observation, info) == "tool_free" else COMPLETE

    def observe(self, event: Event) -> None:
        """Nothing to learn."""


class Random:
    """Random answers (a word or number of the statement, or a small integer) from a seeded generator.

    In the agentic setting it mixes focus, one-line computations and answers at random until every problem
    has an answer, or ``steps`` commands are spent; then it ends the episode.

    Args:
        steps: most commands of an agentic episode, the last one included.
    """

    settings = frozenset({"tool_free", "agentic"})

    def __init__(self, steps: int = 40) -> None:
        self.spec: dict[str, Any] = {"name": "random", "version": "1", "steps": steps}
        self._steps = steps

    def reset(self, observation: Observation, info: Info, *, seed: int | None) -> None:
        """Read the problems and seed the generator."""
        self._rng = generator(seed, "random")
        self._statements = statements(str(observation["instruction"]))
        self._labels = labels_of(observation, info)
        self._open = set(self._labels)
        self._left = self._steps

    def act(self, observation: Observation, info: Info) -> Any:
        """One completion with a random answer to every problem, or one random command."""
        if setting_of(observation, info) == "agentic":
            return self._command()
        sections = (f"Problem {label}\n<answer>{self._answer(label)}</answer>\n" for label in self._labels)
        return completion("\n".join(sections))

    def observe(self, event: Event) -> None:
        """Learns nothing: the floor does not react."""

    def _answer(self, label: str) -> str:
        tokens = _TOKEN.findall(self._statements.get(label, ""))
        if not tokens or self._rng.random() < 0.5:
            return str(self._rng.integers(0, 100))
        return str(tokens[self._rng.integers(len(tokens))])

    def _command(self) -> str:
        self._left -= 1
        if not self._open or self._left <= 0:
            return COMPLETE
        label = self._labels[self._rng.integers(len(self._labels))]
        choice = self._rng.integers(4)
        if choice == 0:
            return f"focus_problem {label}"
        if choice == 1:
            first, second = self._rng.integers(1, 100, size=2)
            return f"python3 -c 'print({first} * {second})'"
        if choice == 2:
            return f"echo {shlex.quote(self._answer(label))}"
        self._open.discard(label)
        return f"submit_answer {label} {shlex.quote(self._answer(label))}"

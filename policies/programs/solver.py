"""`Programs`: a solver with no model in it that writes out its working, problem after problem."""

from __future__ import annotations

from typing import Any

import numpy as np

from policies.programs.catalog import Attempt, attempt, recognise
from policies.programs.slips import failed_attempt
from policies.prompt import NO_ANSWER, completion, generator, labels_of, statements
from r3env.errors import ConfigError
from r3env.event import Event
from r3env.policy import Info, Observation

ORDERS = ("presented", "short-first")
VERSION = "1"


class Programs:
    """Reads the statements, derives each answer by an algorithm, and writes working, then answer.

    It sees the prompt and nothing else. A problem of a family that it does not know is left with the missing
    marker. The reply is one text; where the allowance ends the environment cuts it, so that a section whose
    working is too long loses its answer, and all sections after it.

    Args:
        error_rate: chance, between 0 and 1, that an attempt at a problem fails: it misreads a character of
            the data and works on from there, or gives up half-way. Drawn anew for every attempt.
        order: ``presented``, or ``short-first`` by the length of the statements (characters).
    """

    settings = frozenset({"tool_free"})

    def __init__(self, error_rate: float = 0.1, order: str = "presented") -> None:
        self._error_rate = check_rate(error_rate)
        if order not in ORDERS:
            raise ConfigError(f"order must be one of {', '.join(ORDERS)}, got {order!r}")
        self._order = order
        self.spec: dict[str, Any] = {
            "name": "programs",
            "version": VERSION,
            "error_rate": self._error_rate,
            "order": order,
        }

    def reset(self, observation: Observation, info: Info, *, seed: int | None) -> None:
        """Seed the slips; forget the last episode."""
        self._rng = generator(seed, "programs")
        self._sections: dict[str, str] = {}

    def act(self, observation: Observation, info: Info) -> Any:
        """Stage 1: the whole reply. Stage 2: the sections of it that the prompt shows complete, again."""
        prompt = str(observation["instruction"])
        if int(observation.get("stage", 1)) == 2:
            labels = labels_of(observation, info)
            kept = (self._sections[label] for label in labels if label in self._sections)
            return completion("\n".join(_answer_only(s) for s in kept if s.strip() in prompt))
        found = statements(prompt)
        order = sorted(found, key=lambda label: len(found[label])) if self._order == "short-first" else found
        for label in order:
            tried = self._attempt(found[label])
            lines = [f"Problem {label}", *tried.working]
            lines.append(f"<answer>{NO_ANSWER if tried.answer is None else tried.answer}</answer>")
            self._sections[label] = "\n".join(lines) + "\n"
        return completion("\n".join(self._sections.values()))

    def observe(self, event: Event) -> None:
        """Learns nothing during an episode."""

    def _attempt(self, statement: str) -> Attempt:
        """One attempt. Draws once for every problem, known or not, so that seeds stay aligned."""
        slips = self._rng.random() < self._error_rate
        rng = np.random.default_rng(self._rng.integers(2**63))
        family = recognise(statement)
        if family is None:
            return Attempt((), None)
        return failed_attempt(family, statement, rng) if slips else attempt(family, statement)


def _answer_only(section: str) -> str:
    """A section without its working."""
    return section.partition("\n")[0] + "\n" + section[section.index("<answer>") :]


def check_rate(rate: float) -> float:
    """Validate a probability.

    Raises:
        ConfigError: it is no number between 0 and 1.
    """
    if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
        raise ConfigError(f"error_rate must be a probability between 0 and 1, got {rate!r}")
    return float(rate)

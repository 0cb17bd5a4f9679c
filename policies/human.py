"""`Human`: a person at a terminal, with the budget always in sight."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from policies.prompt import COMPLETE, completion, setting_of
from r3env.decision import Kind, SubClass
from r3env.event import Event
from r3env.policy import Info, Observation
from r3env.shell import classify

BAR = 20
"""Width of the budget bar, characters."""


class Human:
    """Asks a person for every action.

    A command that bash cannot read yet (an open quote or here-document) goes on in the next line; an empty
    continuation gives it up. End of input (Ctrl-D) completes the episode.

    Args:
        ask: reads one line after a prompt; raises EOFError at the end of input.
        show: prints one text.
    """

    settings = frozenset({"agentic", "tool_free"})

    def __init__(
        self, *, ask: Callable[[str], str] | None = None, show: Callable[[str], None] | None = None
    ) -> None:
        self.spec: dict[str, Any] = {"name": "human", "version": "1"}
        self._ask = ask if ask is not None else _ask
        self._show = show if show is not None else print

    def reset(self, observation: Observation, info: Info, *, seed: int | None) -> None:
        """Show the prompt."""
        self._show(str(observation["instruction"]))
        self._show("")

    def act(self, observation: Observation, info: Info) -> Any:
        """One command line, or one whole reply in the tool-free setting."""
        if setting_of(observation, info) == "tool_free":
            self._show("Write your reply; end it with Ctrl-D on a line of its own.")
            return completion("\n".join(self._lines("")))
        if observation["output"]:
            self._show(str(observation["output"]))
        extra = str(observation["reminder"]).partition("\n\n")[2]
        if extra:
            self._show(extra)
        try:
            return self._command(prompt_line(observation, info))
        except EOFError:
            return COMPLETE

    def observe(self, event: Event) -> None:
        """Say what a command cost when it was no free one."""
        if event.decision is not None and event.decision.kind is Kind.COUNTED:
            self._show(f"[counted: {event.decision.reason}]")

    def _command(self, prompt: str) -> str:
        command = self._ask(prompt)
        while command.strip() and _unfinished(command):
            more = self._ask("… ")
            if not more:
                break
            command = f"{command}\n{more}"
        return command

    def _lines(self, prompt: str) -> list[str]:
        lines: list[str] = []
        while True:
            try:
                lines.append(self._ask(prompt))
            except EOFError:
                return lines


def prompt_line(observation: Observation, info: Info) -> str:
    """Focus and budget: ``B ▕█████     ▏ 5 of 7 left $``."""
    focus = int(observation["focus"])
    where = "-" if focus < 0 else info["labels"][focus]
    used, remaining = int(observation["used"]), int(observation["remaining"])
    if remaining < 0:
        return f"{where} {used} used $ "
    total = used + remaining
    filled = round(BAR * remaining / total) if total else 0
    return f"{where} ▕{'█' * filled}{' ' * (BAR - filled)}▏ {remaining} of {total} left $ "


def _unfinished(command: str) -> bool:
    decision = classify(command)
    return decision.kind is Kind.ERROR and decision.subclass is SubClass.SYNTAX


def _ask(prompt: str) -> str:
    if sys.stdin.isatty():
        import readline  # noqa: F401  line editing and history
    return input(prompt)

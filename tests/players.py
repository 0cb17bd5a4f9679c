"""Policies for tests of the command line."""

from __future__ import annotations

from typing import Any

import numpy as np


class Half:
    """Answers toy sums in order, each after some filler; with a chance of one half a slip."""

    settings = frozenset({"tool_free"})

    def __init__(self) -> None:
        self.spec: dict[str, Any] = {"name": "half"}

    def reset(self, observation, info, *, seed):
        self.rng = np.random.default_rng(seed)

    def act(self, observation, info):
        import re

        found = re.findall(
            r"=== Problem ([A-F]):.*?What is (\d+) \+ (\d+)\?", observation["instruction"], re.DOTALL
        )
        lines = []
        for label, a, b in found:
            lines.append("so we add the numbers " * 5)
            lines.append(f"{label} = {int(a) + int(b) + int(self.rng.random() < 0.5)}")
        return "\n".join(lines)

    def observe(self, event):
        pass


class Sheller:
    """Adds toy sums with `expr` in the shell, problem by problem, checking each answer once more."""

    settings = frozenset({"agentic"})

    def __init__(self) -> None:
        self.spec: dict[str, Any] = {"name": "sheller"}

    def reset(self, observation, info, *, seed):
        import re

        found = re.findall(
            r"=== Problem ([A-F]):.*?What is (\d+) \+ (\d+)\?", observation["instruction"], re.DOTALL
        )
        self.todo = []
        for label, a, b in found:
            self.todo += [
                f"focus_problem {label}",
                f"expr {a} + {b}",
                f"submit_answer {label} {int(a) + int(b)}",
            ]
            self.todo += [f"expr {a} + {b}"]
        self.todo.append("mark_task_complete")

    def act(self, observation, info):
        last = info.get("event", {})
        if last.get("subclass") == "no_budget":
            return "mark_task_complete"
        if last.get("kind") == "blocked" and self.todo[0].startswith("submit_answer"):
            self.todo.pop(0)
        return self.todo.pop(0)

    def observe(self, event):
        pass

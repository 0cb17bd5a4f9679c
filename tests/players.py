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

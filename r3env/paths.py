"""`Paths`: where things lie in a sandbox, as the agent sees them (spec section 5)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paths:
    """Absolute POSIX paths inside the sandbox."""

    app: str = "/app"
    logs: str = "/logs"
    tmp: str = "/tmp"

    def scratch(self, label: str) -> str:
        """Scratch folder of one problem, for instance ``/logs/problem_A``."""
        return f"{self.logs}/problem_{label}"

    @property
    def artifacts(self) -> str:
        """Folder of the designated artifacts."""
        return f"{self.logs}/artifacts"

    @property
    def answers(self) -> str:
        """The shared answer file of the text domains."""
        return f"{self.artifacts}/answer.txt"

    def solution(self, label: str, suffix: str = ".cpp") -> str:
        """Solution file of one problem of the code domain, for instance ``/app/solution_A.cpp``."""
        return f"{self.app}/solution_{label}{suffix}"

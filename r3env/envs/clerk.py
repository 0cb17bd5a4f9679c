"""`Clerk`: focus, shelved problems, and the bookkeeping commands that change them."""

from __future__ import annotations

from r3env.budget import Budget
from r3env.envs import reminders
from r3env.envs.answers import AnswerDesk
from r3env.event import Result
from r3env.problem import Contest
from r3env.sandbox.protocol import Sandbox
from r3env.shell.bookkeeping import Bookkeeping


class Clerk:
    """Bookkeeping of one episode. A contest of one problem starts focused on it."""

    def __init__(self, contest: Contest, desk: AnswerDesk) -> None:
        self.focus: str | None = contest.labels[0] if len(contest) == 1 else None
        self.shelved: dict[str, str] = {}
        self.desk = desk

    def perform(self, known: Bookkeeping, sandbox: Sandbox, budget: Budget) -> Result:
        """Carry out a well-formed bookkeeping command."""
        label = known.label
        match known.name:
            case "focus_problem":
                self.focus = label
                self.shelved.pop(str(label), None)
                return Result(f"focus: {label}", 0)
            case "shelve_problem":
                return self._shelve(label or self.focus, known.text)
            case "contest_status":
                states = {x: s.state for x, s in self.desk.read(sandbox).items()}
                return Result(reminders.status(budget, self.focus, states, self.shelved), 0)
            case "submit_answer":
                return Result(self.desk.write(sandbox, str(label), known.text), 0)
            case _:
                return Result("completed", 0)

    def _shelve(self, label: str | None, note: str) -> Result:
        if label is None:
            return Result(note="nothing was shelved: no problem is focused, so name one: shelve_problem X")
        self.shelved[label] = note
        if self.focus == label:
            self.focus = None
        return Result(f"shelved: {label}", 0)

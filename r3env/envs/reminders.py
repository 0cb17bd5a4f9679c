"""Texts an agentic episode shows after actions: the reminder, the status, notices and the finalization message."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from r3env import prompts
from r3env.budget import Budget
from r3env.event import Event

NOTICE_SHARES = (0.5, 0.75, 0.9)
DURATION_STEPS = 10
"""Steps a second of the durations in ``info``: equal plays give equal infos; the event log is exact."""

_STATES = ("no answer", "something that is not in the answer format", "an answer")


def amount(value: float | None) -> str:
    """A balance in words."""
    return "unlimited" if value is None else f"{value:g}"


def reminder(budget: Budget, count: int, focus: str | None) -> str:
    """Total, used, remaining; and that the rest is shared (spec section 5)."""
    focused = f"Focus: {focus}." if focus else "Focus: none (use focus_problem before a counted command)."
    if budget.total is None:
        return f"Budget: unlimited, {amount(budget.used)} actions used. {focused}"
    shared = "" if count == 1 else f" The rest is shared by all {count} problems."
    return (
        f"Budget: {amount(budget.total)} actions in total, {amount(budget.used)} used, "
        f"{amount(budget.remaining)} remaining.{shared} {focused}"
    )


def status(budget: Budget, focus: str | None, states: Mapping[str, int], shelved: Mapping[str, str]) -> str:
    """What ``contest_status`` shows: focus, budget and which answers stand; nothing of correctness."""
    lines = [f"focus: {focus or 'none'}"]
    lines.append(f"actions: {amount(budget.used)} used, {amount(budget.remaining)} remaining")
    for label, state in states.items():
        note = f" (shelved{': ' + shelved[label] if shelved[label] else ''})" if label in shelved else ""
        lines.append(f"{label}: {_STATES[state]}, {amount(budget.of(label))} actions{note}")
    return "\n".join(lines)


def notices(budget: Budget, given: set[float]) -> list[str]:
    """Notices at 50, 75 and 90 % of the budget, each once; ``given`` remembers them."""
    if not budget.total:
        return []
    due = [s for s in NOTICE_SHARES if budget.used >= s * budget.total and s not in given]
    given.update(due)
    return [prompts.text("agentic_notice", share=f"{due[-1]:.0%}")] if due else []


def finalization(why: str) -> str:
    """The message at the end of the solving phase."""
    return prompts.text("agentic_finalize", why=why)


def event_info(event: Event) -> dict[str, Any]:
    """An event as the flat dict of ``info["event"]``."""
    decision = event.decision
    return {
        "kind": str(decision.kind) if decision else str(event.kind),
        "subclass": str(decision.subclass) if decision else "",
        "reason": decision.reason if decision else "",
        "programs": list(decision.programs) if decision else [],
        "paths": list(decision.paths) if decision else [],
        "problems": list(decision.problems) if decision else [],
        "action": event.action,
        "charge": event.charges.get("actions", 0),
        "budget_before": event.before,
        "budget_after": event.after,
        "focus": event.focus,
        "problem": event.problem,
        "exit_code": event.result.exit_code,
        "duration": math.floor(event.result.duration * DURATION_STEPS) / DURATION_STEPS,
        "timed_out": event.result.timed_out,
        "output": event.result.output,
        "truncated_output": event.result.truncated,
        "note": event.result.note,
        "guards": [{"guard": g.guard, "refused": g.refused, "reason": g.reason} for g in event.guards],
    }

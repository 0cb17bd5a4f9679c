"""Small event logs with known answers, written as short texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from r3env.decision import Decision, Kind, SubClass
from r3env.episode import Episode, Status
from r3env.event import Event, EventKind
from r3env.problem import labels_for
from r3env.verdict import Outcome, Verdict

OUTCOMES = {
    "+": Outcome.CORRECT,
    "-": Outcome.WRONG,
    "o": Outcome.MISSING,
    "u": Outcome.UNPARSED,
    "e": Outcome.GRADER_ERROR,
}
TIERS = {"E": "easy", "M": "medium", "H": "hard"}
DECISIONS = {
    "": (Kind.COUNTED, SubClass.COMPUTE),
    "w": (Kind.FREE, SubClass.ARTIFACT),
    "s": (Kind.FREE, SubClass.BOOKKEEPING),
    "f": (Kind.FREE, SubClass.BOOKKEEPING),
    "a": (Kind.FREE, SubClass.BOOKKEEPING),
    "x": (Kind.BLOCKED, SubClass.NO_BUDGET),
}
NAMING = ("w", "s", "a")
COMMANDS = {
    "": "python3 try.py",
    "w": "cp x solution",
    "s": "shelve_problem",
    "f": "shelve_problem",
    "a": "submit_answer",
    "x": "python3 more.py",
}


def spec(size: int = 6, **changes: Any) -> dict[str, Any]:
    """The keys that the loader reads; `tiers` may be a text like ``EEEMMH``."""
    contest = changes.get("contest", "toy/001")
    base: dict[str, Any] = {
        "setting": "agentic",
        "mode": "contest",
        "purpose": "contest",
        "domain": "toy",
        "contest": contest,
        "problems": [f"{contest}-{label}" for label in labels_for(size)],
        "tiers": "EEEMMH"[:size],
        "rho": 0.2,
        "level": None,
        "budget": None,
        "repeat": 0,
        "policy": {"name": "robot"},
        "schedulers": [],
        "target": None,
    }
    base.update(changes)
    if isinstance(base["tiers"], str):
        base["tiers"] = [TIERS[t] for t in base["tiers"]]
    return base


def verdicts(outcomes: str, problems: Sequence[str]) -> tuple[Verdict, ...]:
    """One verdict a character; ``.`` is a slot without one."""
    rows = zip(labels_for(len(outcomes)), problems, outcomes, strict=True)
    return tuple(Verdict(OUTCOMES[o], label, p) for label, p, o in rows if o != ".")


def agentic(
    outcomes: str, actions: str = "", *, status: Status = Status.COMPLETED, **changes: Any
) -> Episode:
    """An agentic episode.

    Args:
        outcomes: one character a problem, a key of `OUTCOMES`, or ``.``.
        actions: words; ``A`` is a counted step on A, ``w:A`` an artifact write, ``s:A`` and ``f:A``
            shelving it by name and as the focus, ``a:A`` the answer helper, ``x:A``
            a command on it that was blocked for want of budget.
        status: how it ended.
        changes: changes of the spec.
    """
    used, events = 0, []
    own = spec(len(outcomes), **changes)
    for seq, word in enumerate(actions.split()):
        mark, _, label = word.rpartition(":")
        kind, subclass = DECISIONS[mark]
        charge = 1 if kind is Kind.COUNTED else 0
        left = None if own["budget"] is None else own["budget"] - used
        after = None if left is None else left - charge
        command = f"{COMMANDS[mark]} {label}"
        named = (label,) if mark in NAMING else ()
        decision = Decision(kind, subclass, "test", (COMMANDS[mark].split()[0],), problems=named)
        charges = {"actions": charge} if charge else {}
        problem = label if charge else None
        events.append(
            Event(
                seq,
                EventKind.ACTION,
                command,
                decision=decision,
                charges=charges,
                before=left,
                after=after,
                focus=label,
                problem=problem,
            )
        )
        used += charge
    ledger = {"unit": "actions", "total": own["budget"], "used": used}
    judged = verdicts(outcomes, own["problems"])
    return Episode(own, status, tuple(events), judged, ledger)


def reply(
    outcomes: str, attribution: dict[str, float], *, stop: str = "stop", overshoot: float = 0, **changes: Any
) -> Episode:
    """A tool-free episode of one completion with tokens attributed by label."""
    own = spec(len(outcomes), setting="tool_free", **changes)
    used = sum(attribution.values())
    detail = {"attribution": attribution, "finish_reason": stop, "overshoot": overshoot}
    event = Event(
        0,
        EventKind.COMPLETION,
        {"text": "…"},
        charges={"output_tokens": used},
        before=own["budget"],
        detail=detail,
    )
    ledger = {"unit": "output_tokens", "total": own["budget"], "used": used}
    return Episode(own, Status.COMPLETED, (event,), verdicts(outcomes, own["problems"]), ledger)


def single(problem: str, outcome: str, *, level: int, cost: float, used: int, **changes: Any) -> Episode:
    """A curve run of one problem at one level of the grid."""
    own = {
        "mode": "single",
        "purpose": "curve",
        "contest": f"{problem}:alone",
        "problems": [problem],
        "tiers": [None],
        "level": level,
        "budget": cost,
        "rho": None,
        **changes,
    }
    return agentic(outcome, " ".join("A" * used), **own)


def curves(
    solved_at: dict[str, int | None], costs: Sequence[float], *, repeats: int = 5, **changes: Any
) -> list[Episode]:
    """Curve runs of problems that are always solved from a level on, or never (None)."""

    def outcome(first: int | None, level: int) -> str:
        return "+" if first is not None and level >= first else "-"

    return [
        single(
            problem, outcome(first, level), level=level, cost=cost, used=int(cost), repeat=repeat, **changes
        )
        for problem, first in solved_at.items()
        for level, cost in enumerate(costs)
        for repeat in range(repeats)
    ]

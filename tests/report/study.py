"""A small study in memory: one policy with curves under two pressures and two schedulers, and a floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from r3env.decision import Decision, Kind, SubClass
from r3env.episode import Episode, Status
from r3env.event import Event, EventKind, GuardRecord, Result
from r3env.verdict import Outcome, Verdict

LABELS = "ABCDEF"
TIERS = ["easy", "medium", "easy", "hard", "easy", "medium"]
COSTS = (0, 1, 2, 4)
MODEL = "secret-model-7"

COUNTED = Decision(Kind.COUNTED, SubClass.COMPUTE, "python3 computes: interpreter", ("python3",))
FREE = Decision(Kind.FREE, SubClass.FILE, "only reads", ("cat",))
REFUSED = Decision(Kind.BLOCKED, SubClass.SCHEDULER, "a scheduler refused", ("python3",))


def spec(contest: str, problems: list[str], **changes: Any) -> dict[str, Any]:
    """The keys that records need."""
    base: dict[str, Any] = {
        "setting": "agentic",
        "mode": "contest",
        "purpose": "contest",
        "domain": "toy",
        "contest": contest,
        "problems": problems,
        "tiers": TIERS[: len(problems)],
        "rho": None,
        "level": None,
        "budget": None,
        "repeat": 0,
        "policy": {"name": "robot", "model": MODEL},
        "schedulers": [],
        "target": None,
    }
    return {**base, **changes}


def event(seq: int, command: str, output: str = "", **changes: Any) -> Event:
    """One free command with an output; `changes` are fields of `Event`."""
    fields: dict[str, Any] = {"decision": FREE, "focus": "A", "before": 3, "after": 3, "time": seq / 2}
    return Event(seq, EventKind.ACTION, command, result=Result(output, 0, 0.1), **{**fields, **changes})


def played(budget: int, outcomes: str, *, guarded: bool = False) -> list[Event]:
    """Counted commands on A, B … until the budget is gone, between a read and an answer."""
    events = [event(0, "cat /app/problem_A.md", "two and two?", before=budget, after=budget)]
    for step in range(budget):
        label = LABELS[step % len(outcomes)]
        left = {"before": budget - step, "after": budget - step - 1, "focus": label, "problem": label}
        charge = {"decision": COUNTED, "charges": {"actions": 1, "seconds": 0.1}}
        events.append(event(len(events), f"python3 try_{label}.py", f"I tried {label}", **charge, **left))
    if guarded:
        vote = (GuardRecord("coverage", True, "give B a first step"),)
        refused = event(len(events), "python3 again.py", "blocked", decision=REFUSED, guards=vote)
        events.append(Event.from_dict({**refused.to_dict(), "kind": "guard"}))
    return events


def episode(own: dict[str, Any], outcomes: str, events: list[Event], **changes: Any) -> Episode:
    """An episode; ``+`` solved, ``-`` wrong, ``.`` no answer, ``!`` unparsed."""
    named = {"+": Outcome.CORRECT, "-": Outcome.WRONG, ".": Outcome.MISSING, "!": Outcome.UNPARSED}
    verdicts = tuple(
        Verdict(named[o], label, problem, "" if o == "+" else "not so", "4")
        for o, label, problem in zip(outcomes, LABELS, own["problems"], strict=False)
    )
    used = sum(e.charges.get("actions", 0) for e in events)
    budget = {"unit": "actions", "total": own["budget"], "used": used}
    fields: dict[str, Any] = {"status": Status.COMPLETED, "budget": budget, **changes}
    return Episode(own, events=tuple(events), verdicts=verdicts, **fields)


def contest_names(contests: int) -> dict[str, list[str]]:
    """Problem ids of each contest."""
    names = [f"toy/{number:03d}" for number in range(1, contests + 1)]
    return {name: [f"{name}-{label}" for label in LABELS] for name in names}


def study(contests: int = 3, repeats: int = 2, seed: int = 0) -> Iterator[Episode]:
    """Curves of all problems, contests at ρ 0.2 and 0.8 with and without a scheduler, and the floor."""
    rng = np.random.default_rng(seed)
    for name, problems in contest_names(contests).items():
        for place, problem in enumerate(problems):
            skill = rng.random() * (1.2 if TIERS[place] == "easy" else 0.7)
            for level, cost in enumerate(COSTS):
                for repeat in range(repeats):
                    keys = {
                        "purpose": "curve",
                        "mode": "single",
                        "level": level,
                        "budget": cost,
                        "repeat": repeat,
                    }
                    own = spec(f"{problem}:alone", [problem], **keys, tiers=[TIERS[place]])
                    right = rng.random() < skill * cost / 3
                    yield episode(own, "+" if right else "-", played(cost, "+"))
        for rho, budget in ((0.2, 2), (0.8, 7)):
            for guards in ([], [{"name": "coverage"}]):
                for repeat in range(repeats):
                    outcomes = "".join(rng.choice(list("++-.!"), 6))
                    own = spec(name, problems, rho=rho, budget=budget, repeat=repeat, schedulers=guards)
                    yield episode(own, outcomes, played(budget, outcomes, guarded=bool(guards)))
            own = spec(name, problems, rho=rho, budget=budget, policy={"name": "nothing"})
            yield episode(own, "......", [])

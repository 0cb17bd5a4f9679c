"""Loading 18,000 synthetic agentic episodes of 20 events and all diagnostics: medians and peak memory.

Run with ``python benchmarks/bench_diagnostics.py [runs]``. The curve runs of one policy (27,000 small episodes)
come on top, so that portfolios, misses and causes are part of it. Records arrive as dicts, one at a time, as a
store yields them; the time to make them is measured alone and taken off.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from oracle.diagnostics import summary
from oracle.records import load
from r3env.decision import Decision, Kind, Segment, SubClass
from r3env.event import Event, EventKind, Result

POLICIES, DOMAINS, PRESSURES, CONTESTS, REPEATS, EVENTS = 12, 3, (0.2, 0.8), 50, 5, 20
COSTS = (0, 1, 1, 2, 4, 8)
LABELS = "ABCDEF"
TIERS = ["easy", "easy", "easy", "medium", "medium", "hard"]
OUTCOMES = ("correct", "wrong", "missing", "unparsed")


def event(seq: int, label: str, counted: bool, left: int) -> dict[str, Any]:
    """One command on one problem, with an output and a parsed decision of the usual size."""
    kind, subclass = (Kind.COUNTED, SubClass.COMPUTE) if counted else (Kind.FREE, SubClass.FILE)
    command = f"cd /logs/problem_{label} && python3 solve_{seq}.py"
    parts = tuple(Segment(command, "python3", kind, subclass, "runs a program", 0) for _ in range(2))
    decision = Decision(
        kind, subclass, "runs a program", ("cd", "python3"), (f"/logs/problem_{label}",), (), parts
    )
    charges = {"actions": 1, "seconds": 0.1} if counted else {}
    after = left - counted
    result = Result(output=f"{seq} " * 100, exit_code=0, duration=0.1)
    problem = label if counted else None
    return Event(
        seq, EventKind.ACTION, command, None, decision, charges, left, after, label, problem, result
    ).to_dict()


POOL = {
    (label, counted, left): event(left, label, counted, left)
    for label in LABELS
    for counted in (True, False)
    for left in range(EVENTS + 1)
}


def record(
    spec: dict[str, Any], events: list[dict[str, Any]], outcomes: list[str], used: int
) -> dict[str, Any]:
    """An episode in the form of `Episode.to_dict`."""
    judged = zip(LABELS, spec["problems"], outcomes, strict=False)
    verdicts = [{"outcome": o, "label": name, "problem_id": p} for name, p, o in judged]
    ledger = {"unit": "actions", "total": spec["budget"], "used": used}
    return {"spec": spec, "status": "completed", "events": events, "verdicts": verdicts, "budget": ledger}


def spec(policy: int, domain: int, contest: str, problems: list[str], **more: Any) -> dict[str, Any]:
    """A spec with every key that the loader reads."""
    base = {
        "setting": "agentic",
        "domain": f"d{domain}",
        "contest": contest,
        "problems": problems,
        "tiers": TIERS,
    }
    base |= {"mode": "contest", "purpose": "contest", "level": None, "schedulers": [], "target": None}
    return base | {"policy": {"name": f"p{policy:02d}"}} | more


def contests(rng: np.random.Generator) -> Iterator[dict[str, Any]]:
    """18,000 contest episodes: 12 policies, 3 domains, 2 pressures, 50 contests, 5 repeats."""
    for policy, domain, rho in product(range(POLICIES), range(DOMAINS), PRESSURES):
        budget = int(10 * rho)
        for number, repeat in product(range(CONTESTS), range(REPEATS)):
            contest = f"d{domain}/{number:03d}"
            problems = [contest + label for label in LABELS]
            left, events = budget, []
            for seq, label in enumerate(rng.integers(0, 6, EVENTS)):
                events.append({**POOL[LABELS[label], left > 0, left], "seq": seq})
                left -= left > 0
            outcomes = [OUTCOMES[k] for k in rng.integers(0, 4, 6)]
            own = spec(policy, domain, contest, problems, rho=rho, budget=budget, repeat=repeat)
            yield record(own, events, outcomes, budget - left)


def curves(rng: np.random.Generator) -> Iterator[dict[str, Any]]:
    """27,000 single-problem episodes: 3 domains, 300 problems, 6 levels, 5 repeats, one policy."""
    for domain, number in product(range(DOMAINS), range(6 * CONTESTS)):
        name = f"d{domain}/{number // 6:03d}{LABELS[number % 6]}"
        for level, cost in enumerate(COSTS):
            events = [{**POOL["A", True, cost - k], "seq": k} for k in range(cost)]
            keys = {"mode": "single", "purpose": "curve", "level": level, "rho": None, "tiers": None}
            for repeat in range(REPEATS):
                outcome = OUTCOMES[int(rng.random() > cost / 10)]
                own = spec(0, domain, f"{name}:alone", [name], budget=cost, repeat=repeat, **keys)
                yield record(own, events, [outcome], cost)


def stream() -> Iterator[dict[str, Any]]:
    """All records of a run, the same every time."""
    rng = np.random.default_rng(0)
    yield from contests(rng)
    yield from curves(rng)


def main(runs: int) -> None:
    """Print medians over the runs, and the peak memory of the process."""
    making, loading, diagnosing = [], [], []
    for _ in range(runs):
        start = time.perf_counter()
        count = sum(1 for _ in stream())
        made = time.perf_counter()
        records = load(stream())
        loaded = time.perf_counter()
        out = summary(records)
        making.append(made - start)
        loading.append(loaded - made - making[-1])
        diagnosing.append(time.perf_counter() - loaded)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"{count} episodes, {POLICIES * DOMAINS * 2 * CONTESTS * REPEATS} of them contests of {EVENTS} events"
    )
    print(f"load             {statistics.median(loading):6.1f} s")
    print(f"all diagnostics  {statistics.median(diagnosing):6.1f} s   ({len(out['cells'])} cells)")
    print(f"peak memory      {peak:6.2f} GiB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)

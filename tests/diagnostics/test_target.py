"""Target-in-suite stress: which suites, and the two-step averages against matched controls."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.diagnostics import select_suites, target
from oracle.records import load
from r3env.episode import Episode
from r3env.errors import ConfigError
from tests.diagnostics.diagnostic_logs import agentic, single, spec


@given(st.lists(st.integers(0, 40), min_size=10, max_size=60), st.integers(0, 5))
def test_one_suite_from_each_stratum_of_length(lengths: list[int], seed: int) -> None:
    named = {f"c{n:02d}": float(length) for n, length in enumerate(lengths)}
    picked = select_suites(named, rng=np.random.default_rng(seed))
    assert picked == select_suites(named, rng=np.random.default_rng(seed))
    assert len(set(picked)) == 10
    order = sorted(named, key=lambda c: (named[c], c))
    strata = np.array_split(np.arange(len(order)), 10)
    for contest, stratum in zip(picked, strata, strict=True):
        assert order.index(contest) in stratum


def test_the_pick_depends_on_the_seed_and_too_few_contests_are_refused() -> None:
    named = {f"c{n:02d}": float(n) for n in range(50)}
    assert len({select_suites(named, rng=np.random.default_rng(s)) for s in range(5)}) > 1
    with pytest.raises(ConfigError, match="between 1 and the 9"):
        select_suites({f"c{n}": 1.0 for n in range(9)}, rng=np.random.default_rng(0))


def stress(contest: str, label: str, outcome: str, budget: int = 4) -> Episode:
    """One stress episode: the target has an outcome, the distractors are never judged right."""
    outcomes = "".join(outcome if name == label else "o" for name in "ABCDEF")
    keys = {"purpose": "target", "mode": "target", "contest": contest, "target": label, "budget": budget}
    return agentic(outcomes, label, **keys)


def controls(contest: str, rates: dict[str, int], cost: int = 4) -> list[Episode]:
    """Four runs alone at the richest level, ``rates`` of which are right; a poorer level must not count."""
    runs = []
    for label, right in rates.items():
        problem = f"{contest}-{label}"
        runs.append(single(problem, "-", level=1, cost=1, used=1))
        runs += [
            single(problem, "+" if n < right else "-", level=2, cost=cost, used=cost, repeat=n)
            for n in range(4)
        ]
    return runs


def test_averages_go_within_suites_first() -> None:
    records = load([
        stress("toy/001", "A", "+"), stress("toy/001", "B", "-"), *controls("toy/001", {"A": 4, "B": 2}),
        stress("toy/002", "C", "+"), *controls("toy/002", {"C": 1}),
    ])  # fmt: skip
    out = target.summary(records)
    assert out["target"] == {"value": pytest.approx((0.5 + 1) / 2), "n": 2}
    assert out["control"]["value"] == pytest.approx((0.75 + 0.25) / 2)
    assert out["difference"]["value"] == pytest.approx((-0.25 + 0.75) / 2)
    assert out["suites"]["toy/001"]["target"] == {"value": 0.5, "n": 2}
    assert out["by_position"]["3"]["difference"]["value"] == 0.75
    assert out["unmatched"] == out["unscored"] == 0


def test_what_cannot_be_compared_is_counted() -> None:
    records = load([
        stress("toy/001", "A", "+"), stress("toy/001", "B", "e"), stress("toy/001", "C", "+"),
        stress("toy/001", "D", "+", budget=3), *controls("toy/001", {"A": 2, "B": 2, "D": 2}),
    ])  # fmt: skip
    out = target.summary(records)
    assert out["target"] == {"value": 1.0, "n": 1}
    assert (out["unscored"], out["unmatched"]) == (1, 2)


def test_no_stress_episodes() -> None:
    out = target.summary(load([agentic("++", budget=2, problems=spec(2)["problems"])]))
    assert out["difference"]["value"] is None and out["difference"]["reason"]
    assert out["suites"] == {}

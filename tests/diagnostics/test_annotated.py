"""Annotations, coordinates, quadrants and regret patterns."""

from __future__ import annotations

from typing import Any

import pytest

from oracle.diagnostics import PATTERNS, Annotations, annotations, clean, coordinates, quadrant, regret
from oracle.diagnostics.annotations import FALSE, TRUE, UNKNOWN
from oracle.records import load
from r3env.episode import Episode, Status
from r3env.errors import DataError
from r3env.labels import Label, Tri
from tests.diagnostics.diagnostic_logs import agentic, reply


def label(episode: Episode, item: str, value: str, problem: str | None = None, who: str = "ann") -> Label:
    quote: dict[str, Any] = (
        {"quotation": "python3", "event": 2, "prior": 0, "trigger": 1} if value == "true" else {}
    )
    if problem is not None or item in (*PATTERNS, "engineering_failure"):
        quote.pop("prior", None), quote.pop("trigger", None)
    return Label(episode.fingerprint, who, item, Tri(value), problem, **quote)


def test_annotators_who_decide_must_agree() -> None:
    episode = agentic("++++++", "A", budget=9)
    settled = Annotations.settle([
        label(episode, "coverage", "true", "A"), label(episode, "coverage", "unknown", "A", "bob"),
        label(episode, "coverage", "true", "B"), label(episode, "coverage", "false", "B", "bob"),
        label(episode, "coverage", "false", "C"),
    ])  # fmt: skip
    assert settled.of_slots(load([episode]), "coverage").tolist() == [TRUE, UNKNOWN, FALSE] + [UNKNOWN] * 3
    assert settled.conflicts == 1
    counts = annotations.summary(load([episode]), settled)
    assert counts["coverage"] == {"true": 1, "false": 1, "unknown": 4}
    assert counts["failed_update"] == {"true": 0, "false": 0, "unknown": 1}


def test_labels_of_other_episodes_and_problems() -> None:
    records = load([agentic("++", "A", budget=9)])
    stranger = Annotations.settle([label(agentic("++", "B", budget=3), "coverage", "true", "A")])
    assert stranger.of_slots(records, "coverage").tolist() == [UNKNOWN] * 2
    wrong = Annotations.settle([label(agentic("++", "A", budget=9), "coverage", "true", "D")])
    with pytest.raises(DataError, match="problem"):
        wrong.of_slots(records, "coverage")
    with pytest.raises(DataError, match="item"):
        stranger.of_episodes(records, "coverage")


def test_coverage_bounds_by_log_and_by_annotation() -> None:
    episode = agentic("+-oo-o", "A B w:E", budget=9)
    out = coordinates.summary(load([episode]))
    # A and B have a step; E was answered without one; C, D and F were not touched.
    assert out["coverage"]["low"]["value"] == pytest.approx(2 / 6)
    assert out["coverage"]["high"]["value"] == pytest.approx(3 / 6)
    seen = Annotations.settle([label(episode, "coverage", "true", p) for p in "CE"])
    assert coordinates.summary(load([episode]), seen)["coverage"]["low"]["value"] == pytest.approx(4 / 6)
    hidden = coordinates.summary(load([reply("++", {"A": 5}, budget=9)]))
    assert (hidden["coverage"]["low"]["value"], hidden["coverage"]["high"]["value"]) == (0, 1)


def test_update_rate_is_bounded_by_what_nobody_judged() -> None:
    episodes = [agentic("++++++", "A B C", budget=9, repeat=n) for n in range(4)]
    settled = Annotations.settle([
        label(episodes[0], "rational_update", "true"),
        label(episodes[1], "rational_update", "false"),
        label(episodes[2], "rational_update", "unknown"),
    ])  # fmt: skip
    out = coordinates.summary(load(episodes), settled)
    assert (out["update"]["low"]["value"], out["update"]["high"]["value"]) == (0.25, 0.75)


def test_only_clean_records_count() -> None:
    good = agentic("++++++", "A B C D E F", budget=9)
    failed = agentic("oooooo", "A B C", budget=9, repeat=1)
    grader = agentic("e+++++", "A", budget=9, repeat=2)
    lost = agentic("......", status=Status.INFRASTRUCTURE, budget=9, repeat=3)
    labels = Annotations.settle([label(failed, "engineering_failure", "true")])
    records = load([good, failed, grader, lost])
    assert clean(records, labels).tolist() == [True, False, False, False]
    out = coordinates.summary(records, labels)
    assert (out["clean"], out["left_out"]) == (1, 3)
    assert out["coverage"]["low"]["value"] == 1
    nothing = coordinates.summary(load([lost]))
    assert nothing["coverage"]["low"]["value"] is None and nothing["quadrant"]["name"] is None


def cell(c_low: float, r_low: float, c_high: float, r_high: float) -> dict[str, Any]:
    return {
        "coverage": {"low": {"value": c_low}, "high": {"value": c_high}},
        "update": {"low": {"value": r_low}, "high": {"value": r_high}},
    }


@pytest.mark.parametrize(
    ("point", "name"),
    [
        ((0.5, 0.5), "Portfolio Planner"),
        ((0.49, 0.5), "Strategic Specialist"),
        ((0.5, 0.49), "Shallow Scanner"),
        ((0.49, 0.49), "Tunnel Solver"),
    ],
)
def test_quadrants_take_one_half_as_high(point: tuple[float, float], name: str) -> None:
    found = quadrant([cell(*point, *point)])
    assert found["name"] == name and found["settled"]


def test_a_point_is_the_mean_over_available_cells() -> None:
    empty = coordinates.summary(load([]))
    found = quadrant([cell(0.2, 0.0, 0.6, 1.0), cell(0.8, 0.4, 0.8, 1.0), empty])
    assert found["low"] == pytest.approx([0.5, 0.2])
    assert (found["name"], found["name_high"], found["settled"]) == (
        "Shallow Scanner",
        "Portfolio Planner",
        False,
    )
    assert found["cells"] == 2


@pytest.mark.parametrize(
    ("outcomes", "actions", "budget", "expected"),
    [
        ("++++++", "A B C D E F", 6, set()),
        ("++++oo", "A B C D E F", 9, set()),
        ("+ooooo", "A A A", 9, {"undercoverage"}),
        ("-+++oo", "A A A A B C D E F", 9, {"late_exhaustion"}),
        ("-+++oo", "A A A A A B C D E F", 10, {"late_exhaustion"}),
        ("-+++oo", "A A A A A A B C D E F", 11, {"overcommitment", "late_exhaustion"}),
        ("-+++++", "A A A A A A B C D E F", 11, set()),
        ("o+++++", "A B C D E F s:A", 9, {"premature_shelving"}),
        ("o+++++", "A B C D E F s:A A", 9, set()),
        ("o+++++", "A B C D E F s:A", 6, {"late_exhaustion"}),
        ("u+++++", "A B C D E F", 9, {"weak_finalization"}),
        ("o+++++", "A B C D E F w:A", 9, {"weak_finalization"}),
        ("-+++++", "A", 1, set()),
        # Two actions cannot reach six problems, but the second need not go where the first went.
        ("+ooooo", "A A", 2, {"undercoverage"}),
        ("++oooo", "A B", 2, set()),
    ],
)
def test_regret_patterns_that_the_log_decides(
    outcomes: str, actions: str, budget: int, expected: set[str]
) -> None:
    out = regret.summary(load([agentic(outcomes, actions, budget=budget)]))
    assert {name for name in PATTERNS if out[name]["value"]} == expected


def test_regret_that_nothing_decides() -> None:
    tool_free = regret.summary(load([reply("-u", {"A": 9}, stop="length", budget=9)]))
    assert tool_free["premature_shelving"]["value"] is None
    assert tool_free["premature_shelving"]["unknown"] == 1
    assert tool_free["weak_finalization"]["value"] == 0
    unbudgeted = regret.summary(load([agentic("-u", "A A A", budget=None)]))
    assert unbudgeted["overcommitment"]["value"] is None
    assert unbudgeted["weak_finalization"]["value"] == 1


def test_an_annotation_goes_before_the_log() -> None:
    episode = agentic("-+++oo", "A A A A A A B C D E F", budget=11)
    settled = Annotations.settle([label(episode, "overcommitment", "false")])
    out = regret.summary(load([episode]), settled)
    assert out["overcommitment"]["value"] == 0 and out["overcommitment"]["annotated"] == 1


def test_the_newest_judgement_of_an_annotator_counts() -> None:
    episode = agentic("++++++", "A", budget=9)
    changed = [label(episode, "coverage", "true", "A"), label(episode, "coverage", "false", "A")]
    settled = Annotations.settle(changed)
    assert settled.of_slots(load([episode]), "coverage")[0] == FALSE
    assert settled.conflicts == 0

"""The cause of each selected miss, one log for each rule."""

from __future__ import annotations

import pytest

from oracle.diagnostics import CAUSES, Annotations, Plan, causes
from oracle.records import Records, load
from r3env.episode import Episode
from r3env.labels import Label
from tests.diagnostics.diagnostic_logs import agentic, reply


def cause_of(episode: Episode, cost: float, labels: tuple[Label, ...] = (), label: str = "A") -> str | None:
    """Cause of the miss of one problem that the oracle solves for sure at `cost`."""
    records = load([episode])
    code = int(causes(records, full_plan(records, cost), Annotations.settle(labels))["ABCDEF".index(label)])
    return None if code < 0 else CAUSES[code]


def full_plan(records: Records, cost: float) -> Plan:
    ones = records.slots.correct | True
    return Plan(paired=ones, selected=ones, cost=ones * cost, rate=ones * 1.0)


@pytest.mark.parametrize(
    ("outcomes", "actions", "cost", "expected"),
    [
        ("oooooo", "B B B", 2, "never_attempted"),
        ("ooooo+", "F F F F F A", 2, "attempted_too_late"),
        ("-ooooo", "A B", 3, "stopped_after_partial_progress"),
        ("-ooooo", "A B B B B B", 3, "spent_budget_elsewhere"),
        ("uooooo", "A A A", 2, "format_or_finalization"),
        ("oooooo", "A A A w:A", 2, "format_or_finalization"),
        ("-ooooo", "A A A", 2, "insufficient_evidence"),
        ("oooooo", "A A A", 2, "insufficient_evidence"),
        ("+ooooo", "A", 2, None),
        ("eooooo", "A", 2, None),
    ],
)
def test_the_log_decides(outcomes: str, actions: str, cost: float, expected: str | None) -> None:
    assert cause_of(agentic(outcomes, actions, budget=6), cost) == expected


def test_an_answer_written_after_exhaustion_came_too_late() -> None:
    assert cause_of(agentic("-ooooo", "B B B B B B w:A", budget=6), 2) == "attempted_too_late"


def test_an_answer_without_any_step_is_no_partial_progress() -> None:
    assert cause_of(agentic("-ooooo", "w:A", budget=6), 2) == "insufficient_evidence"


@pytest.mark.parametrize(
    ("outcome", "tokens", "stop", "expected"),
    [
        ("o", 100, "length", "attempted_too_late"),
        ("u", 100, "length", "attempted_too_late"),
        ("u", 100, "stop", "format_or_finalization"),
        ("-", 100, "length", "spent_budget_elsewhere"),
        ("-", 250, "length", "insufficient_evidence"),
        ("o", 0, "length", "never_attempted"),
    ],
)
def test_a_tool_free_reply(outcome: str, tokens: int, stop: str, expected: str) -> None:
    episode = reply(outcome + "+++++", {"A": tokens, "B": 1000 - tokens}, stop=stop, budget=1000)
    assert cause_of(episode, 200) == expected


@pytest.mark.parametrize("item", ["misread_feedback", "genuinely_unsolved"])
def test_annotations_decide_what_the_log_cannot(item: str) -> None:
    episode = agentic("-ooooo", "A A A", budget=6)

    def label(name: str, problem: str = "A") -> Label:
        return Label(episode.fingerprint, "ann", name, "true", problem, "python3", 0)  # type: ignore[arg-type]

    assert cause_of(episode, 2, (label(item),)) == item
    both = (label("misread_feedback"), label("genuinely_unsolved"))
    assert cause_of(episode, 2, both) == "insufficient_evidence"
    # A label cannot turn a problem that nobody touched into a misreading.
    assert cause_of(episode, 2, (label(item, "B"),), label="B") == "never_attempted"


def test_unbudgeted_runs_blame_no_budget() -> None:
    assert cause_of(agentic("-ooooo", "A B B B", budget=None), 5) == "insufficient_evidence"

"""Labels: what an annotator may say, and the evidence that it needs."""

from __future__ import annotations

from typing import Any

import pytest

from r3env.errors import DataError
from r3env.labels import RUBRIC, Label, Scope, Tri, check_label
from tests.diagnostics.diagnostic_logs import agentic, reply

EPISODE = agentic("++++++", "A B C", budget=9)


def make(**changes: Any) -> Label:
    fields: dict[str, Any] = {
        "fingerprint": EPISODE.fingerprint,
        "annotator": "ann",
        "item": "coverage",
        "value": "true",
        "problem": "A",
        "quotation": "python3 try.py A",
        "event": 0,
    }
    return Label(**{**fields, **changes})


def test_a_label_survives_its_dict() -> None:
    label = make()
    assert Label.from_dict(label.to_dict()) == label
    assert label.value is Tri.TRUE
    check_label(label, EPISODE)


def test_the_rubric_covers_the_regret_patterns_and_says_what_is_asked() -> None:
    assert {"undercoverage", "overcommitment", "late_exhaustion", "premature_shelving"} <= set(RUBRIC)
    assert all(item.question.endswith("?") for item in RUBRIC.values())
    assert RUBRIC["coverage"].scope is Scope.PROBLEM and RUBRIC["rational_update"].scope is Scope.EPISODE


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"item": "charm"}, "rubric item"),
        ({"value": "maybe"}, "true, false or unknown"),
        ({"value": True}, "true, false or unknown"),
        ({"annotator": " "}, "annotator"),
        ({"problem": None}, "names a problem"),
        ({"item": "overcommitment"}, "whole episode"),
        ({"quotation": " "}, "exact quotation"),
        ({"event": None}, "exact quotation"),
        ({"item": "substantive_update", "problem": None}, "prior plan"),
        (
            {"item": "substantive_update", "problem": None, "event": 2, "prior": 1, "trigger": 1},
            "before its trigger",
        ),
        ({"item": "substantive_update", "problem": None, "event": 1, "prior": 0, "trigger": 2}, "order"),
    ],
)
def test_contradictions_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError, match=words):
        make(**changes)


def test_false_and_unknown_need_no_evidence() -> None:
    for value in ("false", "unknown"):
        check_label(make(value=value, quotation="", event=None), EPISODE)


def test_an_update_may_be_made_at_its_trigger() -> None:
    update = make(item="substantive_update", problem=None, prior=0, trigger=1, event=1, quotation="try.py B")
    check_label(update, EPISODE)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"quotation": "python3 try.py a"}, "does not hold"),
        ({"event": 1}, "does not hold"),
        ({"event": 9}, "number of an event"),
        ({"problem": "K"}, "problem must be one of"),
        ({"fingerprint": "0" * 32}, "the episode at hand"),
    ],
)
def test_evidence_is_tested_against_the_episode(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError, match=words):
        check_label(make(**changes), EPISODE)


def test_a_completion_can_be_quoted() -> None:
    episode = reply("+", {"A": 5}, budget=9)
    check_label(make(fingerprint=episode.fingerprint, quotation="…"), episode)


def test_foreign_fields_are_refused() -> None:
    with pytest.raises(DataError, match="fields"):
        Label.from_dict({**make().to_dict(), "mood": "good"})


@pytest.mark.parametrize(
    "changes",
    [{"quotation": 5}, {"quotation": None}, {"problem": 1}, {"event": "0"}, {"event": [0]}, {"event": True}],
)
def test_a_label_of_the_wrong_type_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(DataError, match=next(iter(changes))):
        make(**changes)

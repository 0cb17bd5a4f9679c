"""Accuracy, slot outcomes, attributed shares, waste and denominators."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.diagnostics import SLOT_OUTCOMES, denominators, rates, shares, slot_outcomes
from oracle.records import load
from r3env.episode import Status
from tests.diagnostics.diagnostic_logs import agentic, reply


def test_accuracy_counts_unscored_as_not_right_and_gives_the_second_figure() -> None:
    out = rates.summary(load([agentic("+-oue.", "A", budget=9)]))
    assert out["accuracy"]["all"] == {"value": 1 / 6, "count": 1, "of": 6}
    assert out["accuracy_judged"]["all"] == {"value": 1 / 4, "count": 1, "of": 4}
    assert out["answered"]["all"]["value"] == 0.5
    assert out["missing"]["all"]["count"] == out["unparsed"]["all"]["count"] == 1
    assert out["accuracy"]["by_tier"]["easy"]["of"] == 3
    assert out["accuracy"]["by_position"]["1"]["value"] == 1
    # The fifth slot was never judged: no accuracy over judged slots, and the reason is told.
    assert out["accuracy_judged"]["by_position"]["5"]["value"] is None
    assert out["accuracy_judged"]["by_position"]["5"]["reason"]


def test_slot_outcomes_take_the_first_that_holds() -> None:
    def names(episode):  # type: ignore[no-untyped-def]
        return [SLOT_OUTCOMES[c] if c >= 0 else None for c in slot_outcomes.slot_outcomes(load([episode]))]

    assert names(agentic("+-uooe", "A B C D", budget=9)) == [
        "answered", "answered", "format_failure", "unresolved_attempt", "insufficient_evidence", None,
    ]  # fmt: skip
    assert names(agentic("+-uooe", "A B C D", budget=4)) == ["answered"] * 2 + ["truncated"] * 3 + [None]
    cut = reply("+uo", {"A": 5, "B": 5}, stop="length", budget=10)
    assert names(cut) == ["answered", "truncated", "truncated"]
    assert names(reply("+uo", {"A": 5, "B": 5}, budget=10)) == [
        "answered", "format_failure", "insufficient_evidence",
    ]  # fmt: skip


outcome_texts = st.text("+-oue.", min_size=6, max_size=6)


@given(st.lists(outcome_texts, min_size=1, max_size=5), st.integers(1, 6))
def test_slot_outcomes_are_exclusive_and_cover_every_judged_slot(texts: list[str], budget: int) -> None:
    episodes = [agentic(t, "A B A C"[: 2 * budget - 1], budget=budget, repeat=n) for n, t in enumerate(texts)]
    out = slot_outcomes.summary(load(episodes))
    judged = sum(c in "+-ou" for t in texts for c in t)
    assert sum(out[name]["all"]["count"] for name in SLOT_OUTCOMES) == judged
    for name in SLOT_OUTCOMES:
        for groups in ("by_tier", "by_position"):
            assert sum(f["count"] for f in out[name][groups].values()) == out[name]["all"]["count"]


def test_shares_compare_with_an_equal_share() -> None:
    records = load([
        reply("++-ooo", {"A": 60, "B": 20, "C": 20}, budget=200),
        reply("++-ooo", {"A": 10, "F": 30}, budget=200, repeat=1),
    ])  # fmt: skip
    out = shares.attributed(records)
    first = out["by_position"]["1"]
    assert first["share"] == pytest.approx((0.6 + 0.25) / 2)
    assert first["equal"] == pytest.approx(1 / 6)
    assert out["by_position"]["6"]["cumulative"] == pytest.approx(1)
    assert out["by_position"]["6"]["cumulative_equal"] == pytest.approx(1)
    assert [out["by_tier"][t]["cumulative_equal"] for t in ("easy", "medium", "hard")] == pytest.approx(
        [0.5, 5 / 6, 1]
    )
    assert out["by_tier"]["hard"]["share"] == pytest.approx(0.75 / 2)
    assert out["unattributed"]["value"] == pytest.approx(0)


def test_unattributed_use_is_shown() -> None:
    episode = agentic("oooooo", "A A", budget=9)
    ledger = {**episode.budget, "used": 4}
    out = shares.attributed(
        load([type(episode)(episode.spec, episode.status, episode.events, episode.verdicts, ledger)])
    )
    assert out["unattributed"]["value"] == 0.5


def test_waste_is_what_went_to_problems_that_were_not_solved() -> None:
    out = shares.wasted(load([agentic("+-o.++", "A A A B B C D", budget=9)]))
    assert out["all"]["value"] == pytest.approx(3 / 6)  # the step on the unjudged D is not judged either
    assert out["on_wrong_answers"]["value"] == pytest.approx(2 / 6)
    assert out["by_position"]["1"]["value"] == 0
    assert out["by_position"]["6"]["value"] is None


def test_nothing_used_is_defined() -> None:
    out = shares.summary(load([agentic("oooooo", budget=3)]))
    assert out["attributed"]["unused"] == 1
    assert out["attributed"]["by_position"]["1"]["share"] is None
    assert out["attributed"]["unattributed"]["value"] is None
    assert out["wasted"]["all"]["value"] is None
    assert shares.summary(load([reply("+", {"A": 1}, budget=3)]))["profile"]["covered"]["value"] is None


def test_denominators() -> None:
    episodes = [
        agentic("++++++", "A", budget=3),
        agentic("++e+++", "A", budget=3, repeat=1),
        agentic("......", status=Status.INFRASTRUCTURE, budget=3, contest="toy/002"),
        reply("++++++", {"A": 1}, overshoot=7, budget=None, contest="toy/003"),
    ]
    out = denominators.summary(load(episodes))
    assert out["contests"] == 3
    assert out["episodes"]["total"] == 4
    assert out["episodes"]["planned"] == 6 and out["episodes"]["missing"] == 2
    assert out["episodes"]["infrastructure"] == 1
    assert out["slots"]["unscored"] == 7 and out["slots"]["grader_error"] == 1
    assert out["unbudgeted"] == out["overshoot"] == 1
    assert denominators.summary(load(episodes), planned=10)["episodes"]["missing"] == 6
    assert denominators.summary(load([]))["episodes"]["missing"] == 0


def test_no_budget_left_is_not_an_unbudgeted_run() -> None:
    records = load([agentic("oo", budget=0), agentic("oo", "A", budget=None, repeat=1)])
    assert records.episodes.cut.tolist() == [True, False]
    assert np.isnan(records.episodes.left[1]) and records.episodes.left[0] == 0

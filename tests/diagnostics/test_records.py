"""Loading: columns, streaming, and errors that name the record and the field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from oracle.records import load
from oracle.tables import OUTCOMES, TIERS
from r3env.episode import Episode, Status
from r3env.errors import DataError
from tests.diagnostics.diagnostic_logs import agentic, reply, spec


def test_columns_of_an_agentic_episode() -> None:
    episode = agentic(
        "+-oue.", "A A B w:C s:C x:D B", budget=4, repeat=3, schedulers=[{"name": "a"}, {"name": "b"}]
    )
    records = load([episode])
    table, slots = records.episodes, records.slots
    assert (table.fingerprint[0], table.scheduler[0]) == (episode.fingerprint, "a+b")
    assert (table.budget[0], table.used[0], table.left[0], table.repeat[0]) == (4, 4, 0, 3)
    assert bool(table.cut[0])
    assert [OUTCOMES[o] for o in slots.outcome] == [
        "correct", "wrong", "missing", "unparsed", "grader_error", "ungraded",
    ]  # fmt: skip
    assert [TIERS[t] for t in slots.tier] == ["easy"] * 3 + ["medium"] * 2 + ["hard"]
    assert slots.steps.tolist() == [2, 2, 0, 0, 0, 0]
    assert slots.spent.tolist() == [2, 2, 0, 0, 0, 0]
    assert slots.wrote.tolist() == [False, False, True, False, False, False]
    assert slots.shelved.tolist() == [False, False, True, False, False, False]
    np.testing.assert_array_equal(slots.left_at_first, [4, 2, 1, np.nan, np.nan, np.nan])
    assert slots.judged.tolist() == [True] * 4 + [False] * 2


def test_the_answer_helper_writes_and_shelving_without_a_name_takes_the_focus() -> None:
    slots = load([agentic("oooooo", "a:A f:B", budget=4)]).slots
    assert slots.wrote.tolist() == [True] + [False] * 5
    assert slots.shelved.tolist() == [False, True] + [False] * 4


def test_a_step_after_shelving_takes_the_problem_up_again() -> None:
    assert not load([agentic("oooooo", "s:A A", budget=4)]).slots.shelved[0]


def test_columns_of_a_tool_free_episode() -> None:
    records = load([reply("+-o", {"A": 10, "B": 20.5}, stop="length", overshoot=3, budget=100)])
    assert records.slots.spent.tolist() == [10, 20.5, 0]
    assert bool(records.episodes.cut[0])
    assert records.episodes.overshoot[0] == 3


def test_the_uncharged_formatting_stage_does_not_cut_the_work() -> None:
    first = reply("+", {"A": 10}, budget=100)
    second = replace(
        first.events[0], seq=1, charges={}, detail={"stage": 2, "finish_reason": "length", "overshoot": 9}
    )
    table = load([replace(first, events=(*first.events, second))]).episodes
    assert not table.cut[0] and table.overshoot[0] == 0


def test_a_safety_cap_on_an_unbudgeted_reply_is_no_budget() -> None:
    assert not load([reply("o", {"A": 9}, stop="length", budget=None)]).episodes.cut[0]


def test_an_allowance_of_nothing_cuts_the_reply() -> None:
    assert load([reply("o", {"A": 0}, stop="length", overshoot=5, budget=0)]).episodes.cut[0]


def test_dicts_and_episodes_load_alike() -> None:
    episodes = [agentic("+-oue.", "A w:C s:B", budget=4), reply("+-", {"A": 1, "B": 2}, budget=9)]
    one, two = load(episodes), load(e.to_dict() for e in episodes)
    for name in ("fingerprint", "used", "cut", "rho"):
        np.testing.assert_array_equal(getattr(one.episodes, name), getattr(two.episodes, name))
    for name in ("outcome", "spent", "steps", "wrote", "shelved"):
        np.testing.assert_array_equal(getattr(one.slots, name), getattr(two.slots, name))


def test_episodes_are_read_as_a_stream() -> None:
    alive = 0

    def stream() -> Iterator[dict[str, Any]]:
        nonlocal alive
        for repeat in range(5):
            alive += 1
            yield agentic("++++++", "A", budget=4, repeat=repeat).to_dict()

    assert len(load(stream()).episodes) == alive == 5


def test_nothing_to_load() -> None:
    records = load([])
    assert len(records.episodes) == len(records.slots) == 0
    assert list(records.cells()) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"repeat": "two"}, "repeat"),
        ({"repeat": 1.5}, "repeat"),
        ({"budget": -1}, "budget"),
        ({"budget": float("nan")}, "budget"),
        ({"rho": True}, "rho"),
        ({"policy": "robot"}, "policy"),
        ({"schedulers": ["coverage"]}, "schedulers"),
        ({"target": "Z"}, "target"),
        ({"domain": ""}, "domain"),
        ({"problems": []}, "problems"),
        ({"problems": ["p"] * 27}, "problems"),
        ({"tiers": 3}, "tiers"),
        ({"tiers": ["easy"]}, "tiers"),
        ({"tiers": ["simple"] * 6}, "tiers"),
    ],
)
def test_a_malformed_spec_is_named(change: dict[str, Any], field: str) -> None:
    good = agentic("++++++", "A", budget=4)
    bad = replace(good, spec={**good.spec, **change})
    with pytest.raises(DataError, match=rf"{bad.fingerprint}.*{field}"):
        load([good, bad])


def test_malformed_events_and_verdicts_are_named() -> None:
    good = agentic("++++++", "A B", budget=4)
    event = good.events[1]
    for change, field in (
        ({"charges": {"actions": -1}}, r"events\[1\].charges"),
        ({"charges": {"actions": float("inf")}}, r"events\[1\].charges"),
        ({"before": "lots"}, r"events\[1\].before"),
        ({"problem": "Q"}, r"events\[1\].problem"),
    ):
        bad = replace(good, events=(good.events[0], replace(event, **change)))
        with pytest.raises(DataError, match=rf"{good.fingerprint}: {field}"):
            load([bad])
    stranger = replace(good, verdicts=(replace(good.verdicts[0], label="K"),))
    with pytest.raises(DataError, match="verdicts"):
        load([stranger])
    answer = reply("+", {"A": 1}, budget=9)
    shares = replace(answer.events[0], detail={"attribution": {"B": 3}})
    with pytest.raises(DataError, match="attribution"):
        load([replace(answer, events=(shares,))])


def test_records_that_are_no_episode_and_doubles_are_refused() -> None:
    with pytest.raises(DataError, match="record 1 "):
        load([agentic("++", budget=1).to_dict(), {"hello": 1}])
    half = agentic("++", "A", budget=1)
    broken = half.to_dict()
    del broken["events"][0]["kind"]
    with pytest.raises(DataError, match=rf"{half.fingerprint}.*kind"):
        load([broken])
    with pytest.raises(DataError, match="twice"):
        load([agentic("++", budget=1), agentic("++", budget=1)])


def test_selecting_keeps_slots_with_their_episodes() -> None:
    episodes = [agentic("+-", "A", budget=2, repeat=r, domain=d) for r in range(3) for d in ("x", "y")]
    some = load(episodes).select(domain="y")
    assert len(some.episodes) == 3 and len(some.slots) == 6
    assert some.slots.episode.tolist() == [0, 0, 1, 1, 2, 2]
    assert set(some.of("domain")) == {"y"}


def test_cells_split_by_policy_model_pressure_scheduler_and_budget() -> None:
    base = {"budget": 4}
    variants: list[dict[str, Any]] = [
        base,
        {**base, "repeat": 1},
        {**base, "policy": {"name": "robot", "model": "m"}},
        {**base, "rho": None},
        {"rho": None, "budget": 5},
        {"rho": None, "budget": None},
        {**base, "schedulers": [{"name": "coverage"}]},
        {**base, "purpose": "calibrate"},
    ]
    cells = dict(load(agentic("++", **v) for v in variants).cells())
    assert sorted(len(r.episodes) for r in cells.values()) == [1, 1, 1, 1, 1, 2]
    assert {c.policy for c in cells} == {"robot", "robot:m"}
    assert {c.budget for c in cells} == {4, 5, None}


def test_infrastructure_is_marked() -> None:
    lost = agentic("......", status=Status.INFRASTRUCTURE, budget=4)
    stopped = Episode(spec(budget=4, repeat=1), Status.CANCELLED)
    played = agentic("++++++", budget=4, repeat=2)
    assert load([lost, stopped, played]).episodes.infrastructure.tolist() == [True, True, False]

"""The history of a tool-calling model: what may be left out, and what never is."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from policies.history import History
from r3env.metering import TokenMeter

METER = TokenMeter()
HEAD = [{"role": "system", "content": "rules"}, {"role": "user", "content": "THE TASK"}]


def size(messages: list[dict[str, Any]]) -> int:
    return sum(METER.count(json.dumps(m, ensure_ascii=False)) for m in messages)


def called(number: int) -> dict[str, Any]:
    function = {"name": "bash_command", "arguments": '{"command": "ls"}'}
    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}],
    }


def answered(number: int, text: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": f"c{number}", "content": text}


def test_a_short_history_is_whole() -> None:
    history = History(HEAD, METER, 10_000)
    history.begin(called(0))
    history.add(answered(0, "out"))
    assert history.messages() == [*HEAD, called(0), answered(0, "out")]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3000), min_size=1, max_size=25), st.integers(600, 4000))
def test_trimming_keeps_task_pairs_and_latest_reminder(lengths: list[int], window: int) -> None:
    history = History(HEAD, METER, window)
    for number, length in enumerate(lengths):
        reminder = f"REMINDER {number} " + "left " * 60
        history.begin(called(number))
        history.add(answered(number, "line of output\n" * (length // 10) + reminder), keep=len(reminder))
        messages = history.messages()
        assert messages[:2] == HEAD
        assert messages[-1]["content"].endswith(reminder)
        assert size(messages) <= window
        made = [c["id"] for m in messages for c in m.get("tool_calls", ())]
        assert made == [m["tool_call_id"] for m in messages if m["role"] == "tool"]
        assert len(made) + history.dropped == number + 1
        assert (history.dropped > 0) == ("earlier turns are left out" in messages[2]["content"])


def test_a_shortened_answer_keeps_both_ends_and_says_how_much_is_gone() -> None:
    text = "first line\n" + "x y z " * 20_000 + "\nlast line\nREMINDER"
    history = History(HEAD, METER, 2000)
    history.begin(called(0))
    history.add(answered(0, text), keep=len("REMINDER"))
    shown = history.messages()[-1]["content"]
    assert shown.startswith("first line\n")
    assert shown.endswith("last line\nREMINDER")
    assert "characters left out" in shown
    assert size(history.messages()) <= 2000


def test_several_answers_of_the_latest_turn_are_shortened_not_dropped() -> None:
    history = History(HEAD, METER, 3000)
    history.begin({"role": "assistant", "content": "", "tool_calls": [{"id": "a"}, {"id": "b"}]})
    for name in "ab":
        history.add({"role": "tool", "tool_call_id": name, "content": "word " * 5000})
    messages = history.messages()
    assert [m.get("tool_call_id") for m in messages[-2:]] == ["a", "b"]
    assert size(messages) <= 3000


def test_trimming_leaves_slack_so_that_it_is_seldom() -> None:
    history = History(HEAD, METER, 2000)
    changes, last = 0, 0
    for number in range(100):
        history.begin(called(number))
        history.add(answered(number, "word " * 50))
        history.messages()
        changes += history.dropped != last
        last = history.dropped
    assert last > 50
    assert changes < 30


def test_what_cannot_be_shortened_is_sent_as_it_is() -> None:
    history = History(HEAD, METER, 50)
    history.begin({"role": "assistant", "content": "long " * 500})
    history.add(answered(0, "short"))
    assert len(history.messages()) == 4


def test_shrinking_goes_below_what_stands() -> None:
    history = History(HEAD, METER, 100_000)
    for number in range(20):
        history.begin(called(number))
        history.add(answered(number, "word " * 100))
    whole = size(history.messages())
    history.shrink(0.7)
    assert size(history.messages()) < 0.7 * whole

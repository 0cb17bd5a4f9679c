"""Scripted actions and the replay of recorded episodes."""

from typing import Any

import pytest

import policies
from policies.conformance import check_policy
from r3env.episode import Episode, Status
from r3env.errors import ConfigError
from r3env.event import Event, EventKind
from r3env.policy import Act

AGENTIC: dict[str, Any] = {"instruction": "", "output": ""}
TOOL_FREE: dict[str, Any] = {"instruction": "", "stage": 1}


def play(policy: Any, observation: dict[str, Any], count: int) -> list[Any]:
    policy.reset(observation, {}, seed=0)
    return [policy.act(observation, {}) for _ in range(count)]


def test_scripted_plays_the_list_then_completes() -> None:
    policy = policies.make("scripted", actions=["ls", "pwd"])
    check_policy(policy)
    assert play(policy, AGENTIC, 4) == ["ls", "pwd", "mark_task_complete", "mark_task_complete"]
    assert play(policy, AGENTIC, 1) == ["ls"]


def test_scripted_text_is_a_completion_in_the_tool_free_setting() -> None:
    given = {"text": "x", "reasoning": "r", "output_tokens": 9}
    first, second, third = play(policies.make("scripted", actions=["hello", given]), TOOL_FREE, 3)
    assert first == {"text": "hello", "reasoning": "", "output_tokens": -1}
    assert second == given
    assert third["text"] == ""


def test_scripted_spec_tells_scripts_apart() -> None:
    specs = [policies.make("scripted", actions=a).spec for a in (["ls"], ["ls", "ls"], [Act("ls")])]
    assert specs[0] != specs[1]
    assert specs[0] == specs[2]


def test_scripted_refuses_a_bare_string() -> None:
    with pytest.raises(ConfigError, match="must be a list of actions, got a str"):
        policies.make("scripted", actions="ls")


def recorded() -> Episode:
    events = (
        Event(0, EventKind.ACTION, "focus_problem A", turn=0),
        Event(1, EventKind.NOTICE, "half of the budget is used"),
        Event(2, EventKind.GUARD, "python3 x.py", turn=0),
        Event(
            3, EventKind.ACTION, "python3 y.py", turn=1, charges={"actions": 1, "seconds": 0.5, "usd": 0.01}
        ),
        Event(4, EventKind.INFRASTRUCTURE, ""),
        Event(5, EventKind.ACTION, "mark_task_complete", turn=2),
    )
    return Episode(spec={"contest": "ar/001"}, status=Status.COMPLETED, events=events)


def test_replay_plays_actions_and_refused_ones_with_their_turns_and_reported_meters() -> None:
    acts = play(policies.make("replay", episode=recorded()), AGENTIC, 4)
    assert [a.action for a in acts] == [
        "focus_problem A",
        "python3 x.py",
        "python3 y.py",
        "mark_task_complete",
    ]
    assert [a.turn for a in acts] == [0, 0, 1, 2]
    assert dict(acts[2].meters) == {"usd": 0.01}


def test_replay_takes_the_exported_dict_and_names_the_episode() -> None:
    episode = recorded()
    policy = policies.make("replay", episode=episode.to_dict())
    assert policy.spec["episode"] == episode.fingerprint
    assert policy.spec["name"] == "replay"
    check_policy(policy)


def test_replay_of_completions() -> None:
    completion = {"text": "Problem A\n<answer>4</answer>", "reasoning": ""}
    events = (Event(0, EventKind.COMPLETION, completion, charges={"output_tokens": 8}),)
    policy = policies.make("replay", episode=Episode(spec={}, status=Status.COMPLETED, events=events))
    first, second = play(policy, TOOL_FREE, 2)
    assert first.action == {**completion, "output_tokens": 8}
    assert second["text"] == ""

"""The tool-calling policy against a scripted server: turns, malformed calls, history, failures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from policies.tools import Tools
from r3env.errors import ConfigError, ProviderError
from r3env.policy import Act, Policy
from tests.policies.fake_server import (
    Answer,
    FakeServer,
    call,
    calls,
    cap_refused,
    context_exceeded,
    empty,
    error,
    reply,
    serving,
)

START = {"instruction": "Play A to F in the shell.", "output": "", "reminder": "7 of 7 actions left."}
DONE = calls(call("mark_task_complete", {}))


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with serving(DONE) as fake:
        yield fake


def tools(server: FakeServer, **options: Any) -> Tools:
    policy = Tools(
        "m", **{"base_url": server.url, "backoff": 0.001, "retries": 2, "timeout": 10.0, **options}
    )
    policy.reset(START, {}, seed=1)
    return policy


def after(act: Act, number: int = 1) -> dict[str, Any]:
    """What an environment would show after an act."""
    return {**START, "output": f"output of {act.action!r}", "reminder": f"reminder {number}"}


def bash(command: str, id: str = "call_1") -> dict[str, Any]:
    return call("bash_command", {"command": command}, id)


def test_one_call_a_turn(server: FakeServer) -> None:
    server.script = [calls(bash("ls -l"), text="Looking."), DONE]
    policy = tools(server)
    assert isinstance(policy, Policy)
    first = policy.act(START, {})
    assert (first.action, first.turn) == ("ls -l", 0)
    assert first.raw["text"] == "Looking."
    assert first.raw["calls_in_turn"] == 1
    assert first.meters["output_tokens"] == 20
    second = policy.act(after(first), {})
    assert (second.action, second.turn) == ("mark_task_complete", 1)
    asked = server.requests[1]["messages"]
    assert [m["role"] for m in asked] == ["system", "user", "assistant", "tool"]
    assert asked[1]["content"].startswith(START["instruction"])
    assert asked[1]["content"].endswith(START["reminder"])
    assert asked[3] == {
        "role": "tool",
        "tool_call_id": "call_1",
        "content": "output of 'ls -l'\n\nreminder 1",
    }
    names = [tool["function"]["name"] for tool in server.requests[0]["tools"]]
    assert names == ["bash_command", "mark_task_complete"]


def test_several_calls_are_handed_over_one_by_one(server: FakeServer) -> None:
    server.script = [calls(bash("a", "x"), bash("b", "y"), bash("c", "z")), DONE]
    policy = tools(server)
    acts, observation = [], START
    for number in range(3):
        acts.append(policy.act(observation, {}))
        observation = after(acts[-1], number)
    assert [a.action for a in acts] == ["a", "b", "c"]
    assert [a.turn for a in acts] == [0, 0, 0]
    assert [a.raw["calls_in_turn"] for a in acts] == [3, 3, 3]
    assert [dict(a.meters) for a in acts[1:]] == [{}, {}]  # only the first carries the turn's meters
    assert len(server.requests) == 1
    policy.act(observation, {})
    results = server.requests[1]["messages"][3:]
    assert [m["tool_call_id"] for m in results] == ["x", "y", "z"]
    assert [m["content"] for m in results] == [
        f"output of {c!r}\n\nreminder {n}" for n, c in enumerate("abc")
    ]


def test_completion_beside_other_calls_is_passed_on_with_their_number(server: FakeServer) -> None:
    server.script = [calls(bash("a", "x"), call("mark_task_complete", {}, "y"))]
    policy = tools(server)
    first = policy.act(START, {})
    second = policy.act(after(first), {})
    assert (second.action, second.raw["calls_in_turn"]) == ("mark_task_complete", 2)


def test_the_rest_of_a_turn_is_dropped_when_the_episode_ends(server: FakeServer) -> None:
    server.script = [calls(bash("a", "x"), bash("b", "y")), DONE]
    policy = tools(server)
    assert policy.act(START, {}).action == "a"
    policy.reset(START, {}, seed=2)
    assert policy.act(START, {}).action == "mark_task_complete"
    assert [m["role"] for m in server.requests[1]["messages"]] == ["system", "user"]


MALFORMED = {
    "bad JSON": (call("bash_command", '{"command": "ls'), "no valid JSON"),
    "empty arguments": (call("bash_command", ""), "no valid JSON"),
    "a list": (call("bash_command", ["ls"]), "expected an object"),
    "unknown tool": (call("python", {"code": "1"}), "there is no tool 'python'"),
    "missing argument": (call("bash_command", {"cmd": "ls"}), 'needs the text argument "command"'),
    "argument of another type": (call("bash_command", {"command": 7}), "got a int"),
    "null argument": (call("bash_command", {"command": None}), "got a NoneType"),
    "blank command": (call("bash_command", {"command": " \n"}), "is empty"),
    "deep JSON": (call("bash_command", "[" * 100_000), "no valid JSON"),
    "no name": (call("", {}), "there is no tool"),
    "no function": ({"id": "call_1", "type": "function"}, "there is no tool"),
    "bad completion": (call("mark_task_complete", "{oops"), "no valid JSON"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_call_is_a_protocol_error_with_a_lesson(server: FakeServer, name: str) -> None:
    made, why = MALFORMED[name]
    server.script = [calls(made), DONE]
    policy = tools(server)
    act = policy.act(START, {})
    assert act.action == ""
    assert why in act.raw["protocol_error"]
    assert act.meters["output_tokens"] == 20  # the turn is metered all the same
    policy.act(after(act), {})
    said, result = server.requests[1]["messages"][2:]
    assert result["tool_call_id"] == said["tool_calls"][0]["id"]
    assert why in result["content"]
    assert "Call a tool: bash_command with" in result["content"]
    assert result["content"].endswith("reminder 1")
    function = said["tool_calls"][0]["function"]  # what is sent back is well-formed
    assert function["name"]
    assert function["arguments"].startswith("{")
    assert function["arguments"].endswith("}")


def test_good_and_malformed_calls_in_one_turn(server: FakeServer) -> None:
    server.script = [calls(bash("a", "x"), call("bash_command", "{", "y"), bash("c", "z")), DONE]
    policy = tools(server)
    acts, observation = [], START
    for number in range(3):
        acts.append(policy.act(observation, {}))
        observation = after(acts[-1], number)
    assert [a.action for a in acts] == ["a", "", "c"]
    assert ["protocol_error" in a.raw for a in acts] == [False, True, False]
    policy.act(observation, {})
    assert [m["tool_call_id"] for m in server.requests[1]["messages"][3:]] == ["x", "y", "z"]


@pytest.mark.parametrize("finish", ["stop", "length"])
def test_a_reply_without_a_call_is_a_protocol_error(server: FakeServer, finish: str) -> None:
    server.script = [reply("I think it is 7.", finish=finish), DONE]
    policy = tools(server)
    act = policy.act(START, {})
    assert act.action == ""
    assert "no tool call" in act.raw["protocol_error"]
    assert ("token limit" in act.raw["protocol_error"]) == (finish == "length")
    policy.act(after(act), {})
    said, lesson = server.requests[1]["messages"][2:]
    assert said == {"role": "assistant", "content": "I think it is 7."}
    assert lesson["role"] == "user"
    assert "Call a tool" in lesson["content"]
    assert lesson["content"].endswith("reminder 1")


@pytest.mark.parametrize("ids", [("same", "same"), ("", ""), (None, None)])
def test_missing_or_repeated_ids_are_mended(server: FakeServer, ids: tuple[Any, Any]) -> None:
    server.script = [calls(bash("a", ids[0]), bash("b", ids[1])), DONE]
    policy = tools(server)
    observation = START
    for _ in range(2):
        observation = after(policy.act(observation, {}))
    policy.act(observation, {})
    said, *results = server.requests[1]["messages"][2:]
    made = [c["id"] for c in said["tool_calls"]]
    assert len(set(made)) == 2
    assert made == [m["tool_call_id"] for m in results]


def test_arguments_that_come_decoded_are_taken(server: FakeServer) -> None:
    made = {
        "id": "i",
        "type": "function",
        "function": {"name": "bash_command", "arguments": {"command": "ls"}},
    }
    server.script = [calls(made)]
    assert tools(server).act(START, {}).action == "ls"


def test_lone_surrogates_are_replaced_and_do_not_break_the_next_turn(server: FakeServer) -> None:
    server.script = [calls(bash("echo \ud800"), text="\udfff"), DONE]
    policy = tools(server)
    act = policy.act(START, {})
    assert act.action == "echo \ufffd"
    assert policy.act(after(act), {}).action == "mark_task_complete"


def test_completion_without_arguments(server: FakeServer) -> None:
    server.script = [calls(call("mark_task_complete", ""))]
    assert tools(server).act(START, {}).action == "mark_task_complete"


def test_long_play_stays_in_the_window_with_task_and_latest_reminder(server: FakeServer) -> None:
    server.script = [lambda request: calls(bash("cat big", f"c{len(server.requests)}"))]
    policy = tools(server, context_window=5000, reply_reserve=1000)
    observation: dict[str, Any] = START
    for number in range(12):
        policy.act(observation, {})
        observation = {**START, "output": "some output here\n" * 200, "reminder": f"reminder {number}"}
    for number, request in enumerate(server.requests[1:]):
        messages = request["messages"]
        assert START["instruction"] in messages[1]["content"]
        assert messages[-1]["content"].endswith(f"reminder {number}")
        assert policy.meter.count(str(messages)) < 5000
        made = [c["id"] for m in messages for c in m.get("tool_calls", ())]
        assert made == [m["tool_call_id"] for m in messages if m["role"] == "tool"]


def test_a_server_that_counts_more_tokens_gets_a_shorter_history(server: FakeServer) -> None:
    def limited(request: dict[str, Any]) -> Answer:
        length = sum(len(str(m["content"])) for m in request["messages"])
        return context_exceeded() if length > 9000 else calls(bash("x", f"c{len(server.requests)}"))

    server.script = [limited]
    policy = tools(server)
    observation: dict[str, Any] = START
    for number in range(8):
        act = policy.act(observation, {})
        observation = {**START, "output": "word " * 500, "reminder": f"reminder {number}"}
        assert act.action == "x"
    assert server.requests[-1]["messages"][-1]["content"].endswith("reminder 6")


def test_what_was_used_before_a_prompt_proved_too_long_is_charged_and_recorded(server: FakeServer) -> None:
    budget = {"unit": "actions", "remaining": 5, "caps": {"output_tokens": 50}, "meters": {}}
    spent = empty(usage={"completion_tokens": 30})
    server.script = [spent, context_exceeded(), calls(bash("ls"))]
    act = tools(server).act(START, {"budget": budget})
    assert [row["outcome"] for row in act.raw["attempts"]] == ["api_error", "api_error", "ok"]
    assert act.meters["output_tokens"] == 50
    assert [request["max_tokens"] for request in server.requests] == [50, 20, 20]
    server.script = [spent, empty(usage={"completion_tokens": 30}), context_exceeded()]
    with pytest.raises(ProviderError) as caught:
        tools(server).act(START, {"budget": budget})
    assert caught.value.meters["output_tokens"] == 60


def test_a_prompt_that_never_fits_is_the_providers_error(server: FakeServer) -> None:
    server.script = [context_exceeded()]
    with pytest.raises(ProviderError, match="maximum context length"):
        tools(server).act(START, {})
    assert len(server.requests) <= 4


def test_failures_are_retried_then_raised_with_their_kind(server: FakeServer) -> None:
    server.script = [error(429, "wait"), empty(usage={"completion_tokens": 30}), calls(bash("ls"))]
    act = tools(server).act(START, {})
    assert [row["outcome"] for row in act.raw["attempts"]] == ["rate_limited", "api_error", "ok"]
    assert act.meters["output_tokens"] == 50
    server.script = [error(503, "down")]
    with pytest.raises(ProviderError) as caught:
        tools(server).act(START, {})
    assert caught.value.kind == "server_error"


def test_usage_missing_counts_the_calls_too(server: FakeServer) -> None:
    server.script = [calls(bash("echo " + "word " * 200), usage=None)]
    act = tools(server).act(START, {})
    assert act.meters["output_tokens"] > 200
    assert act.raw["estimated"] is True


def test_the_cap_name_is_negotiated_here_as_well(server: FakeServer) -> None:
    server.script = [lambda r: cap_refused("max_tokens") if "max_tokens" in r else DONE]
    assert tools(server, max_tokens=99).act(START, {}).action == "mark_task_complete"
    assert server.requests[-1]["max_completion_tokens"] == 99


def test_a_cap_on_tokens_clamps_the_call_and_ends_the_play(server: FakeServer) -> None:
    def info(used: int) -> dict[str, Any]:
        meters = {"actions": 1, "output_tokens": used}
        return {
            "budget": {"unit": "actions", "remaining": 5, "caps": {"output_tokens": 500}, "meters": meters}
        }

    server.script = [calls(bash("ls"))]
    policy = tools(server)
    act = policy.act(START, info(100))
    assert server.requests[0]["max_tokens"] == 400
    act = policy.act(after(act), info(500))
    assert act.action == "mark_task_complete"
    assert len(server.requests) == 1


def test_reasoning_goes_back_only_when_asked(server: FakeServer) -> None:
    for keep in (False, True):
        server.requests.clear()
        server.script = [calls(bash("ls"), reasoning_content="because"), DONE]
        policy = tools(server, keep_reasoning=keep)
        act = policy.act(START, {})
        assert act.raw["reasoning"] == "because"
        policy.act(after(act), {})
        assert server.requests[1]["messages"][2].get("reasoning_content") == ("because" if keep else None)


def test_parallel_calls_can_be_switched_off(server: FakeServer) -> None:
    tools(server).act(START, {})
    tools(server, parallel_tool_calls=False).act(START, {})
    assert [r.get("parallel_tool_calls") for r in server.requests] == [None, False]


def test_window_and_reserve_must_fit(server: FakeServer) -> None:
    with pytest.raises(ConfigError, match="reply_reserve must be at least 0 and below context_window=100"):
        tools(server, context_window=100, reply_reserve=100)

"""Whole episodes of the chat policy in the tool-free environment: what is charged, judged and recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import pytest

import r3env
from policies.chat import Chat
from policies.conformance import check_policy
from policies.tools import Tools
from r3env.episode import Episode, Status
from r3env.event import EventKind
from tests.policies.fake_server import (
    Answer,
    FakeServer,
    call,
    calls,
    empty,
    error,
    no_message,
    reply,
    serving,
)
from tests.toy import answers, contest


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hidden-key")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with serving(reply(answers(contest()), usage={"completion_tokens": 300})) as fake:
        yield fake


def play(server: FakeServer, budget: float | None = 1000, stages: int = 1, **options: Any) -> Episode:
    policy = Chat("m", base_url=server.url, backoff=0.001, retries=2, timeout=10.0, **options)
    env = gymnasium.make("r3env/ToolFree-v0", contest=contest(), budget=budget, stages=stages)
    return r3env.run_episode(env, policy, seed=3)


def test_a_full_answer_is_charged_as_reported_and_scores(server: FakeServer) -> None:
    episode = play(server)
    assert (episode.status, episode.score) == (Status.COMPLETED, 6)
    assert episode.budget["used"] == 300
    assert episode.events[0].detail["finish_reason"] == "stop"
    assert server.requests[0]["max_tokens"] == 1000
    assert "sk-hidden-key" not in str(episode.to_dict())


def test_normal_but_wrong_is_wrong_and_not_infrastructure(server: FakeServer) -> None:
    server.script = [reply("\n".join(f"{label} = 99" for label in "ABCDEF"))]
    episode = play(server)
    assert episode.status is Status.COMPLETED
    assert {str(v.outcome) for v in episode.verdicts} == {"wrong"}


@pytest.mark.parametrize(
    ("answer", "kind", "timeout"),
    [
        (error(429, "slow down"), "rate_limited", 10.0),
        (error(504, "gateway"), "server_error", 10.0),
        (Answer({}, delay=20), "timeout(api)", 0.2),
        (empty(), "api_error", 10.0),
        (no_message("content_filter"), "filtered", 10.0),
    ],
)
def test_a_failing_provider_is_infrastructure_and_never_scored(
    server: FakeServer, answer: Answer, kind: str, timeout: float
) -> None:
    server.script = [answer]
    policy = Chat("m", base_url=server.url, backoff=0.001, retries=1, timeout=timeout)
    env = gymnasium.make("r3env/ToolFree-v0", contest=contest(), budget=1000)
    episode = r3env.run_episode(env, policy, seed=3)
    assert (episode.status, episode.blame) == (Status.INFRASTRUCTURE, "provider")
    assert episode.verdicts == ()
    assert not episode.done
    last = episode.events[-1]
    assert (last.kind, last.detail["kind"]) == (EventKind.INFRASTRUCTURE, kind)


def test_tokens_of_failed_attempts_are_charged(server: FakeServer) -> None:
    server.script = [
        no_message(usage={"completion_tokens": 200}),
        reply(answers(contest()), usage={"completion_tokens": 50}),
    ]
    episode = play(server)
    assert (episode.score, episode.budget["used"]) == (6, 250)


def test_failed_attempts_count_also_when_all_fail(server: FakeServer) -> None:
    server.script = [empty(usage={"completion_tokens": 40})]
    episode = play(server)
    assert episode.events[-1].charges["output_tokens"] == 120


def test_a_reply_longer_than_the_cap_is_cut_and_its_overshoot_recorded(server: FakeServer) -> None:
    text = answers(contest())
    server.script = [reply(text + "\npadding" * 500, usage={"completion_tokens": 1500})]
    episode = play(server, 100)
    assert episode.budget["used"] == 100
    assert episode.events[0].detail["overshoot"] == 1400


def test_missing_usage_is_charged_as_an_estimate(server: FakeServer) -> None:
    server.script = [reply(answers(contest()), usage=None)]
    episode = play(server)
    assert episode.score == 6
    assert episode.budget["used"] > 0
    assert episode.events[0].detail["provider_estimated"] is True


def test_reasoning_only_cut_at_the_cap_answers_nothing(server: FakeServer) -> None:
    server.script = [reply(None, finish="length", reasoning="A = 1, then", usage={"completion_tokens": 1000})]
    episode = play(server)
    assert (episode.score, episode.budget["remaining"]) == (0, 0)
    assert {str(v.outcome) for v in episode.verdicts} == {"missing"}


def test_two_stages_charge_the_first_only(server: FakeServer) -> None:
    server.script = [
        reply(None, finish="length", reasoning="A is 1 …", usage={"completion_tokens": 1000}),
        reply(answers(contest()), usage={"completion_tokens": 70}),
    ]
    episode = play(server, 1000, 2, reasoning_effort="high", stage2_extra={"enable_thinking": False})
    assert (episode.score, episode.budget["used"]) == (6, 1000)
    assert episode.budget["meters"]["stage2_tokens"] == 70
    second = server.requests[1]
    assert "A is 1 …" in second["messages"][0]["content"]
    assert second["enable_thinking"] is False


def test_nothing_left_means_no_call(server: FakeServer) -> None:
    for stages in (1, 2):
        episode = play(server, 0, stages)
        assert (episode.status, episode.score) == (Status.COMPLETED, 0)
    assert server.requests == []


def test_both_model_policies_keep_the_contract(server: FakeServer) -> None:
    check_policy(Chat("m", base_url=server.url, retries=0))
    server.script = [calls(call("bash_command", {"command": "ls"}))]
    check_policy(Tools("m", base_url=server.url, retries=0))

"""Whole episodes of the tool-calling policy in the shell: charges, protocol errors, completion alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import pytest

import r3env
from policies.tools import Tools
from r3env.decision import Kind
from r3env.episode import Episode, Status
from r3env.event import Event, EventKind
from tests.policies.fake_server import FakeServer, call, calls, error, reply, serving
from tests.toy import contest

DONE = calls(call("mark_task_complete", {}))


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hidden-key")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with serving(DONE) as fake:
        yield fake


def bash(command: str, id: str = "c") -> dict[str, Any]:
    return call("bash_command", {"command": command}, id)


def play(server: FakeServer, budget: int = 7) -> Episode:
    policy = Tools("m", base_url=server.url, backoff=0.001, retries=1, timeout=10.0)
    env = gymnasium.make("r3env/Agentic-v0", contest=contest(), budget=budget)
    try:
        return r3env.run_episode(env, policy, seed=3)
    finally:
        env.close()


def actions(episode: Episode) -> list[Event]:
    return [e for e in episode.events if e.kind is EventKind.ACTION]


def test_calls_are_charged_one_by_one_and_answers_are_graded(server: FakeServer) -> None:
    server.script = [
        calls(bash("focus_problem A", "x"), bash("expr 0 + 1", "y"), bash("submit_answer A 1", "z")),
        DONE,
    ]
    episode = play(server)
    assert (episode.status, episode.score, episode.budget["used"]) == (Status.COMPLETED, 1, 1)
    played = actions(episode)
    assert [e.turn for e in played] == [0, 0, 0, 1]
    assert episode.budget["meters"]["output_tokens"] == 40  # two turns of twenty
    results = server.requests[1]["messages"][3:]
    assert [m["tool_call_id"] for m in results] == ["x", "y", "z"]
    assert results[1]["content"].startswith("1")
    assert "6" in results[1]["content"]  # what is left stands in the reminder


def test_malformed_calls_are_logged_free_of_charge_and_taught(server: FakeServer) -> None:
    server.script = [calls(call("bash_command", "{oops")), reply("no call"), DONE]
    episode = play(server)
    assert (episode.status, episode.budget["used"]) == (Status.COMPLETED, 0)
    kinds = [e.decision.kind for e in actions(episode) if e.decision is not None]
    assert kinds[:2] == [Kind.ERROR, Kind.ERROR]
    lesson = server.requests[1]["messages"][-1]["content"]
    assert lesson.count("no valid JSON") == 1
    assert "Call a tool" in lesson


def test_malformed_calls_in_a_row_end_the_episode(server: FakeServer) -> None:
    server.script = [reply("I would rather talk.")]
    episode = play(server)
    assert episode.status is Status.TRUNCATED
    assert len(server.requests) == 3


def test_completion_beside_other_calls_is_refused_and_can_be_repeated(server: FakeServer) -> None:
    server.script = [calls(bash("ls", "x"), call("mark_task_complete", {}, "y")), DONE]
    episode = play(server)
    kinds = [e.decision.kind for e in actions(episode) if e.decision is not None]
    assert kinds[:2] == [Kind.FREE, Kind.ERROR]
    assert episode.status is Status.COMPLETED
    assert len(server.requests) == 2


def test_a_failing_provider_in_mid_episode_is_infrastructure(server: FakeServer) -> None:
    server.script = [calls(bash("ls")), error(503, "down")]
    episode = play(server)
    assert (episode.status, episode.blame, episode.verdicts) == (Status.INFRASTRUCTURE, "provider", ())
    assert "sk-hidden-key" not in str(episode.to_dict())

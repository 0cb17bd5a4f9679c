"""Suites: ids, ranges, suggestions, saving and loading, and what a malformed file is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import contests
from contests import Suite, compose
from contests.conformance import ConformanceError, check_domain
from contests.loading import expand
from r3env.errors import ConfigError, DataError, R3Error, UnknownNameError
from r3env.problem import Contest, Problem, Tier
from tests import toy
from tests.toy import Toy


def toy_suite(count: int = 2) -> Suite:
    tiers = [Tier.EASY] * 3 + [Tier.MEDIUM] * 2 + [Tier.HARD]
    problems = [
        Problem(
            f"p{i}", "toy", "t", f"statement {i} é\u2028\ud800", i, tiers[i % 6], {"x": [1, None]}, {"s": 1}
        )
        for i in range(6 * count)
    ]
    return compose(problems, name="toy")


def test_ids_ranges_and_lists() -> None:
    assert expand("ar/001") == ["ar/001"]
    assert expand("ar/002-004, ar/001 ar/003") == ["ar/002", "ar/003", "ar/004", "ar/001"]
    assert expand(["ar/010-010", "ar/001:C"]) == ["ar/010", "ar/001:C"]
    assert len(expand("ar")) == 50


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("ar/051", UnknownNameError, "unknown contest 'ar/051'.*did you mean 'ar/0.*ar/001 to ar/050"),
        ("ar/049-051", UnknownNameError, "'ar/051'"),
        ("ar/1", UnknownNameError, "did you mean"),
        ("az/001", UnknownNameError, "unknown domain 'az'.*did you mean 'ar'"),
        ("arr", UnknownNameError, "did you mean 'ar'"),
        ("ar/", ConfigError, "such as ar/001"),
        ("ar/009-003", ConfigError, "from a lower to a higher"),
        ("", ConfigError, "at least one contest id"),
    ],
)
def test_unknown_names_suggest_the_nearest(given: str, error: type[R3Error], message: str) -> None:
    with pytest.raises(error, match=message):
        expand(given)


def test_load_takes_one_contest() -> None:
    with pytest.raises(ConfigError, match="expected a contest id such as ar/001"):
        contests.load("ar")
    with pytest.raises(ConfigError, match="names 2"):
        contests.load("ar/001-002")
    with pytest.raises(ConfigError, match="order must be one of shuffled, published, got 'random'"):
        contests.load("ar/001", order="random")  # type: ignore[arg-type]


def test_a_loaded_contest_and_its_orders() -> None:
    contest = contests.load("ar/001")
    assert (contest.id, len(contest), contest.domain) == ("ar/001", 6, "ar")
    published = contests.load("ar/001", order="published")
    assert [p.provenance["position"] for p in published] == [1, 2, 3, 4, 5, 6]
    assert [str(p.tier) for p in published] == ["easy"] * 3 + ["medium"] * 2 + ["hard"]
    assert {p.id for p in contest} == {p.id for p in published}
    assert contest == contests.load("ar/001")
    orders = {tuple(p.id for p in contests.load("ar/001", seed=seed)) for seed in range(8)}
    assert len(orders) > 1
    assert contests.load("ar/001:B").problems == (contest["B"],)


def test_suite_is_a_collection(suite: Suite) -> None:
    assert len(suite) == len(list(suite)) == 50
    assert len(suite.problems) == len({p.id for p in suite.problems}) == 300
    assert suite["ar/003"].id == suite[2].id == "ar/003"
    with pytest.raises(UnknownNameError, match="did you mean"):
        suite["ar/3"]
    tiers = [p.tier for p in suite.problems]
    assert [tiers.count(tier) for tier in Tier] == [150, 100, 50]
    first = [contest.problems[0].tier for contest in suite]
    assert len(set(first)) == 3  # easy-first would give the tiers away
    with pytest.raises(ConfigError, match="twice: c"):
        Suite("x", (Contest("c", "toy", (Problem("p", "toy", "t", "s"),)),) * 2)


def test_a_saved_suite_is_read_back(tmp_path: Path, suite: Suite) -> None:
    for original in (toy_suite(), Suite("five", suite.contests[:5])):
        file = tmp_path / f"{original.name}.jsonl"
        original.save(file)
        assert contests.load_suite(file) == contests.load_suite(str(file)) == original
    assert sorted(p.name for p in tmp_path.iterdir()) == ["five.jsonl", "toy.jsonl"]


def test_a_failed_save_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "toy.jsonl"
    toy_suite().save(file)
    before = file.read_bytes()
    broken = Contest("c", "toy", (Problem("p", "toy", "t", "s", reference=object()),))
    with pytest.raises(TypeError):
        Suite("x", (broken,)).save(file)
    assert file.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["toy.jsonl"]


def _row(change: Callable[[dict[str, Any]], object], number: int = 1) -> Callable[[list[str]], list[str]]:
    def apply(lines: list[str]) -> list[str]:
        row = json.loads(lines[number])
        change(row)
        return [*lines[:number], json.dumps(row), *lines[number + 1 :]]

    return apply


DAMAGE: list[tuple[Callable[[list[str]], list[str]], str]] = [
    (lambda lines: [], "empty one"),
    (lambda lines: ["{]", *lines], "row 1: expected one JSON object, got invalid JSON"),
    (lambda lines: ["[1]", *lines], "row 1: expected one JSON object, got list"),
    (lambda lines: lines[:2], "promises 2 contests, the file holds 1"),
    (lambda lines: [*lines, lines[1]], "promises 2 contests"),
    (_row(lambda row: row.update(format="x"), 0), "row 1, field 'format': expected 'r3env-suite', got 'x'"),
    (
        _row(lambda row: row.update(version=9), 0),
        "row 1, field 'version': this release reads version 1, got 9",
    ),
    (_row(lambda row: row.pop("name"), 0), "row 1, field 'name': missing"),
    (_row(lambda row: row.pop("id")), "row 2, field 'id': missing"),
    (_row(lambda row: row.update(problems=[])), "row 2, field 'problems': expected a list that is not empty"),
    (_row(lambda row: row.update(target="Q")), "row 2: target must be one of"),
    (_row(lambda row: row["problems"].append(row["problems"][0])), "row 2: .*holds a problem twice"),
    (_row(lambda row: row["problems"][1].update(domain="x")), "row 2: .*of domain 'toy'"),
    (
        _row(lambda row: row["problems"][2].update(tier="tough")),
        "problem 3, field 'tier': expected one of easy",
    ),
    (_row(lambda row: row["problems"][2].update(tier=["easy"])), "row 2, problem 3, field 'tier'"),
    (
        _row(lambda row: row["problems"][2].update(statement=" ")),
        "row 2, problem 3, field 'statement': .*not empty",
    ),
    (_row(lambda row: row["problems"][0].pop("reference")), "row 2, problem 1, field 'reference': missing"),
    (
        _row(lambda row: row["problems"].insert(0, 5)),
        "row 2, problem 1: expected an object with named fields, got 5",
    ),
    (
        _row(lambda row: row["problems"][0].update(metadata=[1])),
        "problem 1, field 'metadata': expected an object",
    ),
    (_row(lambda row: row.update(id="toy/002")), "twice: toy/002"),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGE, ids=[row[1][:40] for row in DAMAGE])
def test_a_malformed_suite_names_the_row_and_the_field(
    tmp_path: Path, damage: Callable[[list[str]], list[str]], message: str
) -> None:
    file = tmp_path / "toy.jsonl"
    toy_suite().save(file)
    file.write_text("".join(line + "\n" for line in damage(file.read_text().splitlines())))
    with pytest.raises(DataError, match=message):
        contests.load_suite(file)


def test_an_absent_suite_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"cannot read .*absent\.jsonl"):
        contests.load_suite(tmp_path / "absent.jsonl")


def test_a_domain_that_raises_breaks_a_promise() -> None:
    class Raising(Toy):
        def state(self, *_arguments: Any, **_options: Any) -> Any:
            raise ValueError("boom-17")

    with pytest.raises(ConformanceError, match="raised ValueError: boom-17"):
        check_domain(Raising(), toy.contest())

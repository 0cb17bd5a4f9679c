"""The loader of published problem files, on small files of our own in their layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from contests import Suite, load_published
from contests.ar import validate
from contests.ar.published import gold_answer
from r3env.domain import Domain, GradeContext
from r3env.errors import DataError
from r3env.problem import Tier
from r3env.verdict import Parsed

TIERS = ["easy", "easy", "easy", "medium", "medium", "hard"]


def math_rows(suites: int = 2) -> list[dict[str, Any]]:
    return [
        {
            "problem_id": f"m-{s}-{i}",
            "problem": f"What is {s} + {i}?",
            "answer": str(s + i),
            "solution": "add",
            "suite_id": f"any_suite_{s:03d}",
            "position": i,
            "difficulty": TIERS[i - 1],
        }
        for s in range(1, suites + 1)
        for i in range(1, 7)
    ]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_rows_become_contests(tmp_path: Path) -> None:
    suite = load_published(write(tmp_path / "m.jsonl", math_rows()[::-1]), "arithmetic", order="published")
    assert [contest.id for contest in suite] == ["arithmetic/001", "arithmetic/002"]
    problem = suite["arithmetic/002"]["F"]
    assert (problem.id, problem.statement, problem.reference) == ("m-2-6", "What is 2 + 6?", "8")
    assert (problem.tier, problem.metadata["solution"]) == (Tier.HARD, "add")
    shuffled = load_published(tmp_path / "m.jsonl", "arithmetic")
    assert {p.id for p in shuffled.problems} == {p.id for p in suite.problems}


def test_programs_have_no_reference(tmp_path: Path) -> None:
    row = {"problem_id": "c1", "title": "Sums", "problem_statement": "Add.", "time_limit": 1000}
    suite = load_published(
        write(tmp_path / "c.jsonl", [{**row, "suite_id": "s1", "position": 1, "difficulty": "easy"}]),
        "programs",
    )
    problem = suite[0]["A"]
    assert (problem.title, problem.reference, problem.metadata["time_limit"]) == ("Sums", None, 1000)


@pytest.mark.parametrize(
    ("index", "change", "message"),
    [
        (
            3,
            {"difficulty": "tough"},
            "row 4, field 'difficulty': expected one of easy, medium, hard, got 'tough'",
        ),
        (3, {"position": 0}, "row 4, field 'position': expected a whole number of at least 1, got 0"),
        (3, {"position": "4"}, "row 4, field 'position'"),
        (3, {"position": 3}, "row 4, field 'position': .*stands already in m.jsonl, row 3"),
        (3, {"position": 9}, r"expected positions 1 to 6, got \[1, 2, 3, 5, 6, 9\]"),
        (3, {"problem_id": "m-1-1"}, "row 4, field 'problem_id': .*stands already in m.jsonl, row 1"),
        (3, {"suite_id": None}, "row 4, field 'suite_id': expected a text"),
        (3, {"answer": ""}, "row 4, field 'answer'"),
    ],
)
def test_a_malformed_row_is_named(tmp_path: Path, index: int, change: dict[str, Any], message: str) -> None:
    rows = math_rows()
    rows[index].update(change)
    with pytest.raises(DataError, match=message):
        load_published(write(tmp_path / "m.jsonl", rows), "arithmetic")


def test_missing_statement_and_missing_rows(tmp_path: Path) -> None:
    rows = math_rows()
    del rows[0]["problem"]
    with pytest.raises(DataError, match="row 1: expected a statement in one of the fields"):
        load_published(write(tmp_path / "m.jsonl", rows), "arithmetic")
    with pytest.raises(DataError, match="got no row"):
        load_published(write(tmp_path / "m.jsonl", []), "arithmetic")


def ar_rows(suite: Suite) -> list[dict[str, Any]]:
    """The bundled suite in the published layout."""
    rows = []
    for p in suite.problems:
        origin = p.provenance
        rows.append(
            {
                "problem_id": origin["published_id"],
                "question": p.statement,
                "answer": p.reference,
                "generator": origin["generator"],
                "suite_id": f"general-reasoning-suite-{origin['suite']:03d}",
                "position": origin["position"],
                "difficulty": str(p.tier),
                "metadata": {
                    "entry_index": origin["index"],
                    "row_seed": origin["parameters"]["seed"],
                    "generation_size": origin["parameters"]["size"],
                    "dataset_params": dict(origin["parameters"]),
                    "generator_metadata": p.metadata["entry"],
                },
            }
        )
    return rows


def test_validate_counts_what_agrees(tmp_path: Path, suite: Suite) -> None:
    rows = ar_rows(suite)
    full = validate(write(tmp_path / "ar.jsonl", rows))
    assert (full.total, full.statements, full.answers) == (300, 300, 300)
    assert not (full.differences or full.absent or full.unknown)

    rows[0]["question"] += "?"
    rows[1]["answer"] = "other"
    rows[2]["difficulty"] = "hard" if rows[2]["difficulty"] == "easy" else "easy"
    rows[3]["problem_id"] = "stranger"
    partly = validate(write(tmp_path / "ar.jsonl", rows))
    assert (partly.statements, partly.answers) == (298, 298)
    assert [d.fields for d in partly.differences].count(("statement",)) == 1
    assert {d.fields for d in partly.differences} == {("statement",), ("answer",), ("tier",)}
    assert partly.absent == (suite.problems[3].provenance["published_id"],)
    assert partly.unknown == ("stranger",)


def test_a_users_copy_is_played_and_graded(tmp_path: Path, suite: Suite, domain: Domain) -> None:
    rows = [row for row in ar_rows(suite) if row["suite_id"].endswith(("001", "005", "014"))]
    rows[0]["question"] = "Another wording."  # its metadata is then taken from the file
    loaded = load_published(write(tmp_path / "ar.jsonl", rows), "ar")
    assert [contest.id for contest in loaded] == ["ar/001", "ar/005", "ar/014"]
    for problem in loaded.problems:
        assert domain.grade(problem, Parsed.of(problem.reference), GradeContext()).correct, problem.id
    bad = [{**rows[0], "position": 1, "metadata": {**rows[0]["metadata"], "entry_index": "x"}}]
    with pytest.raises(DataError, match="row 1, field 'metadata', field 'entry_index'"):
        load_published(write(tmp_path / "ar.jsonl", bad), "ar")


def test_a_generator_without_a_gold_answer_is_refused() -> None:
    with pytest.raises(DataError, match="no gold answer"):
        gold_answer("chain_sum", {"question": "", "answer": None, "metadata": {}})

"""Loaders: published rows, tests that the user attaches, samples of foreign statements."""

from __future__ import annotations

import json
import os
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from contests import Suite, load_published
from contests.code import CodeDomain, attach_tests, ungradable
from contests.code.samples import samples
from contests.code.sources import TESTS_VARIABLE
from r3env.domain import GradeContext
from r3env.errors import DataError
from r3env.problem import Tier
from r3env.verdict import Outcome, Parsed
from tests.code.conftest import PROGRAM

PUBLISHED = os.environ.get("R3ENV_PUBLISHED", "")
"""Folder of the published files, for those who have them."""

TIERS = ["easy", "easy", "easy", "medium", "medium", "hard"]
BODY = (
    "Double it.\n\n### Example\n\n#### Input #1\n\n```\n\n2\n\n3\n```\n\n#### Output #1\n\n```\n4\n6\n```\n"
)


def rows() -> list[dict[str, Any]]:
    return [
        {
            "problem_id": f"77{i}B",
            "title": f"B. Doubling {i}",
            "problem_statement": BODY,
            "time_limit": 1500,
            "memory_limit": 256,
            "suite_id": "coding_suite_004",
            "position": i,
            "difficulty": TIERS[i - 1],
        }
        for i in range(1, 7)
    ]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(TESTS_VARIABLE, raising=False)
    path = tmp_path / "coding.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows()))
    return path


@pytest.fixture
def tests_root(tmp_path: Path) -> Path:
    """Tests of one of the problems."""
    data = tmp_path / "judge" / "771B" / "testdata"
    data.mkdir(parents=True)
    (data.parent / "config.yaml").write_text("subtasks: [{n_cases: 1}]\n")
    (data / "1.in").write_text("21\n")
    (data / "1.ans").write_text("42\n")
    return tmp_path / "judge"


def test_published_rows_become_problems_and_say_that_tests_are_missing(file: Path) -> None:
    with pytest.warns(UserWarning, match="played but not graded"):
        suite = load_published(file, "code", order="published")
    assert [c.id for c in suite] == ["code/004"]
    problem = suite["code/004"]["F"]
    assert (problem.id, problem.title, problem.tier) == ("776B", "Doubling 6", Tier.HARD)
    assert dict(problem.limits) == {"seconds": 1.5, "memory": 256.0}
    assert "played but not graded" in problem.provenance["ungradable"]
    assert ungradable(suite) == [p.id for p in suite.problems]
    verdict = CodeDomain().grade(problem, Parsed.of("int main() {}"), GradeContext())
    assert verdict.outcome is Outcome.GRADER_ERROR and verdict.reason.startswith("ungradable")


@pytest.mark.usefixtures("needs_judge")
def test_attached_tests_make_a_problem_gradable(file: Path, tests_root: Path) -> None:
    with pytest.warns(UserWarning, match="played"):
        suite = load_published(file, "code")
    whole = attach_tests(suite, tests_root)
    assert sorted(ungradable(whole)) == ["772B", "773B", "774B", "775B", "776B"]
    problem = next(p for p in whole.problems if p.id == "771B")
    assert "ungradable" not in problem.provenance
    domain = CodeDomain()
    right, wrong = (PROGRAM.format(times=n, mark="") for n in (2, 3))
    assert domain.grade(problem, Parsed.of(right), GradeContext()).correct
    assert domain.grade(problem, Parsed.of(wrong), GradeContext()).outcome is Outcome.WRONG
    whole.save(file.parent / "suite.jsonl")
    import contests

    assert contests.load_suite(file.parent / "suite.jsonl").problems == whole.problems


def test_tests_are_also_found_by_the_environment(
    file: Path, tests_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TESTS_VARIABLE, str(tests_root))
    with pytest.warns(UserWarning, match="played"):
        suite = load_published(file, "code")
    assert "771B" not in ungradable(suite) and len(ungradable(suite)) == 5
    monkeypatch.setenv(TESTS_VARIABLE, str(tests_root / "nowhere"))
    with pytest.raises(DataError, match="folder of problem folders"):
        load_published(file, "code")


def test_a_folder_without_any_of_the_problems_is_refused(
    file: Path, tests_root: Path, tmp_path: Path
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        suite = load_published(file, "code")
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="found none"):
        attach_tests(suite, tmp_path / "empty")
    other = Suite("x", tuple(replace(c, problems=c.problems[:1]) for c in suite))
    if other.problems[0].id != "771B":
        with pytest.raises(DataError, match="found none"):
            attach_tests(other, tests_root)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("time_limit", 0),
        ("memory_limit", "256"),
        ("problem_id", "../../etc"),
        ("difficulty", "brutal"),
        ("title", ""),
    ],
)
def test_malformed_rows_are_named(file: Path, field: str, value: object) -> None:
    bad = rows()
    bad[2][field] = value
    file.write_text("".join(json.dumps(row) + "\n" for row in bad))
    with warnings.catch_warnings(), pytest.raises(DataError, match=f"row 3, field '{field}'"):
        warnings.simplefilter("ignore")
        load_published(file, "code")


def test_samples_of_foreign_statements() -> None:
    found = samples(BODY + "#### Input #2\n```\n5\n```\n#### Output #2\n```\n10\n```\n")
    assert [(s.input, s.answer) for s in found] == [(b"2\n3\n", b"4\n6\n"), (b"5\n", b"10\n")]
    assert samples("Input\n```\n1\n```\nOutput\n```\n2\n```\n")[0].answer == b"2\n"
    assert samples("No samples.\n```\ncode\n```\n") == ()
    assert samples("**Input**\n```\n1\n```\nNote\n```\n2\n```\n") == ()


@pytest.mark.skipif(not PUBLISHED, reason="needs the published files: R3ENV_PUBLISHED=FOLDER")
def test_the_published_file_loads_whole() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        suite = load_published(Path(PUBLISHED) / "coding.jsonl", "code")
    assert (len(suite), len(suite.problems)) == (50, 300)
    tiers = [str(p.tier) for p in suite.problems]
    assert [tiers.count(t) for t in ("easy", "medium", "hard")] == [150, 100, 50]
    assert sum(bool(samples(p.statement)) for p in suite.problems) > 290

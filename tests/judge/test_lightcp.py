"""Problem folders in LightCPVerifier's layout."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from contests.judge import Report, load_lightcp
from contests.judge.lightcp import mebibytes, seconds
from contests.judge.task import content
from r3env.errors import DataError
from tests.judge.conftest import DOUBLE

LISTED = """
type: default
time: 1s
memory: 256m
subtasks:
  - time: 500ms
    cases:
      - {input: 1.in, output: 1.out}
      - {input: 2.in, output: 2.out, time: 2s, memory: 64m}
filename: main.cpp
"""
COUNTED = """
time_limit: 2s
memory_limit: 512m
output_suffix: .ans
subtasks:
  - {score: 40, n_cases: 1}
  - {score: 60, n_cases: 1, time_limit: 3s}
"""


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Path]:
    def folder(config: str, suffix: str = ".out", checker: str = "") -> Path:
        place = tmp_path / "p1"
        (place / "testdata").mkdir(parents=True)
        (place / "config.yaml").write_text(config)
        for i, x in ((1, 21), (2, -4)):
            (place / "testdata" / f"{i}.in").write_bytes(b"\xef\xbb\xbf%d\r\n" % x if i == 1 else b"%d\n" % x)
            (place / "testdata" / f"{i}{suffix}").write_bytes(b"%d\r\n" % (2 * x))
        if checker:
            (place / "checker.py").write_text(checker)
        return place

    return folder


def test_listed_cases_take_limits_from_the_inside_out(
    make: Callable[..., Path], run: Callable[..., Report]
) -> None:
    task = load_lightcp(make(LISTED))
    assert [(c.name, c.time, c.memory) for c in task.cases] == [("1", 0.5, 256), ("2", 2.0, 64)]
    assert content(task.cases[0].input) == b"21\n"
    assert task.checker.kind == "token" and "no checker" in task.notes[0]
    assert run(DOUBLE, task).accepted
    assert not run("int main() {}", task).accepted


def test_counted_cases_and_either_suffix_of_answers(make: Callable[..., Path]) -> None:
    task = load_lightcp(make(COUNTED, suffix=".out"))
    assert [(c.name, c.time, c.memory) for c in task.cases] == [("1", 2.0, 512), ("2", 3.0, 512)]
    assert isinstance(task.cases[0].answer, Path) and task.cases[0].answer.name == "1.out"


def test_a_checker_beside_the_config_is_used(make: Callable[..., Path], run: Callable[..., Report]) -> None:
    task = load_lightcp(make(COUNTED, suffix=".ans", checker="import sys\nsys.exit('never')\n"))
    assert task.checker.kind == "program"
    assert run(DOUBLE, task).tests[0].message == "never"


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("subtasks: [", "not YAML"),
        ("[]", "expected fields"),
        ("type: leetcode\nsubtasks: []", "default or interactive"),
        ("time: 1s", "list in subtasks"),
        ("subtasks: []", "at least one test case"),
        ("subtasks: [3]", "subtask 1"),
        ("subtasks: [{score: 1}]", "n_cases"),
        ("subtasks: [{n_cases: 3}]", "3.in is missing"),
        ("subtasks: [{cases: [{input: 1.in}]}]", "file names"),
        ("subtasks: [{cases: [{input: ../config.yaml, output: 1.out}]}]", "leads out of testdata"),
        ("subtasks: [{n_cases: 1, time: soon}]", "expected a time"),
        ("subtasks: [{n_cases: 1, memory: 0}]", "expected a size"),
        ("checker: chk.cc\nsubtasks: [{n_cases: 1}]", "checker chk.cc is missing"),
    ],
)
def test_malformed_folders_are_refused_with_file_and_field(
    make: Callable[..., Path], config: str, message: str
) -> None:
    with pytest.raises(DataError, match="p1") as caught:
        load_lightcp(make(config))
    assert message in str(caught.value)


def test_units() -> None:
    assert [seconds(v) for v in ("1s", "250ms", "2", 3, 1.5, 2_000_000_000)] == [1, 0.25, 2, 3, 1.5, 2]
    assert [mebibytes(v) for v in ("256m", "1G", "2048k", "64MB", 1 << 21, "1048576")] == [
        256,
        1024,
        2,
        64,
        2,
        1,
    ]
    for bad in (0, -1, True, None, "fast"):
        with pytest.raises(DataError):
            seconds(bad)

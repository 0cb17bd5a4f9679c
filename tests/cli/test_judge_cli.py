"""``r3env judge`` and ``r3env contests check-problem``."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from contests.code.package import BUNDLED
from r3env.cli import main
from r3env.sandbox import check_all

PACKAGE = BUNDLED / "courtyard-tiles"
needs_judge = pytest.mark.skipif(
    not shutil.which("g++") or not any(r.available for r in check_all()), reason="needs g++ and a sandbox"
)


@pytest.fixture
def call(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., str]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(*arguments: object, code: int = 0) -> str:
        try:
            main([str(a) for a in arguments])
            ended: object = 0
        except SystemExit as stopped:
            ended = stopped.code
        out, err = capsys.readouterr()
        assert ended in ((0, None) if code == 0 else (code,)), (ended, out, err)
        return out if code < 2 else err

    return run


@needs_judge
def test_a_solution_is_judged_by_id_folder_and_place(call: Callable[..., str]) -> None:
    reference = PACKAGE / "solutions" / "reference.cpp"
    table = call("judge", "courtyard-tiles", reference)
    assert table.startswith("courtyard-tiles: accepted on ") and "sample-1" in table
    data = json.loads(call("judge", PACKAGE, PACKAGE / "solutions" / "wrong_root.cpp", "--json", code=1))
    assert (data["verdict"], len(data["tests"])) == ("wrong answer", 1)
    every = json.loads(
        call("judge", PACKAGE, PACKAGE / "solutions" / "wrong_root.cpp", "--all-tests", "--json", code=1)
    )
    assert len(every["tests"]) == every["total"] > 10
    assert {"name", "verdict", "cpu", "wall", "memory", "message"} == set(every["tests"][0])
    assert call("judge", "code/001:A", reference, code=1).startswith(
        "hall-bookings: presentation on sample-1"
    )


@needs_judge
def test_a_lightcp_folder_is_judged(call: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "p" / "testdata").mkdir(parents=True)
    (tmp_path / "p" / "config.yaml").write_text("subtasks: [{n_cases: 1}]\n")
    for name, text in (("1.in", "2\n"), ("1.ans", "4\n")):
        (tmp_path / "p" / "testdata" / name).write_text(text)
    (tmp_path / "s.py").write_text("print(2 * int(input()))\n")
    assert "compared by tokens" in call("judge", tmp_path / "p", tmp_path / "s.py")
    (tmp_path / "p" / "chk.cc").write_text("int main( {")
    assert "does not build" in call("judge", tmp_path / "p", tmp_path / "s.py", code=2)


def test_bad_input_is_one_line(call: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "s.cpp").write_text("")
    (tmp_path / "s.rs").write_text("")
    assert "no such file" in call("judge", "kiln-log", tmp_path / "none.cpp", code=2)
    assert "did you mean 'kiln-log'" in call("judge", "kiln-lag", tmp_path / "s.cpp", code=2)
    assert "suffixes" in call("judge", "kiln-log", tmp_path / "s.rs", code=2)
    assert "such as code/001:A" in call("judge", "code/001", tmp_path / "s.cpp", code=2)
    assert "problem.toml" in call("contests", "check-problem", tmp_path, code=2)
    assert "unknown contest" in call("judge", "code/099:A", tmp_path / "s.cpp", code=2)


@needs_judge
def test_a_package_is_proved_or_told_what_fails(call: Callable[..., str], tmp_path: Path) -> None:
    copy = tmp_path / "courtyard-tiles"
    shutil.copytree(PACKAGE, copy)
    assert "courtyard-tiles: proved" in call("contests", "check-problem", copy, "--quick")
    shutil.copy(copy / "solutions" / "reference.cpp", copy / "solutions" / "wrong_root.cpp")
    data = json.loads(call("contests", "check-problem", copy, "--quick", "--json", code=1))
    (failed,) = [f for f in data["findings"] if not f["passed"]]
    assert failed["check"] == "wrong: wrong_root.cpp" and "passes all tests" in failed["detail"]

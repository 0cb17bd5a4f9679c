"""Checkers (cases J2, J6): floats, exit codes of programs, judge errors that are never a verdict on the program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from contests.code.package import Checker, JudgeVerdict
from contests.judge import Case, Judge, Report, Settings, Task
from contests.judge import checking as checking_module
from r3env.errors import ConfigError, DataError

V = JudgeVerdict
PRINT_42 = '#include <cstdio>\nint main() { puts("42"); }'


def checked(folder: Path, source: str, name: str = "checker.py") -> Task:
    program = folder / name
    program.write_text(source)
    return Task("checked", Checker("program", program=program), (Case("t", b"in\n", b"42\n", 1.0, 256),))


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("sys.exit(0)", V.ACCEPTED),
        ("print('fine')", V.ACCEPTED),
        ("print('no'); sys.exit(1)", V.WRONG_ANSWER),
        ("print('bad form'); sys.exit(2)", V.PRESENTATION),
        ("sys.exit(3)", V.JUDGE_ERROR),
        ("sys.exit(7)", V.JUDGE_ERROR),
        ("os.kill(os.getpid(), 11)", V.JUDGE_ERROR),
        ("raise ValueError('crash')", V.JUDGE_ERROR),
        ("sys.exit('no')", V.WRONG_ANSWER),
        ("while True: pass", V.JUDGE_ERROR),
    ],
)
def test_exit_codes_of_a_checker(
    run: Callable[..., Report],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    body: str,
    verdict: JudgeVerdict,
) -> None:
    monkeypatch.setattr(checking_module, "CHECKER_LIMITS", replace(checking_module.CHECKER_LIMITS, cpu=0.3))
    report = run(PRINT_42, checked(tmp_path, f"import os, sys\n{body}\n"))
    assert report.verdict is verdict, report
    if verdict is V.JUDGE_ERROR:
        assert "checker" in report.message


def test_a_checker_sees_input_output_and_answer(run: Callable[..., Report], tmp_path: Path) -> None:
    source = "import sys\nprint([open(p).read() for p in sys.argv[1:]])\nsys.exit(1)\n"
    report = run(PRINT_42, checked(tmp_path, source))
    assert report.tests[0].message == r"['in\n', '42\n', '42\n']"


def test_a_checker_that_fails_once_is_tried_again(run: Callable[..., Report], tmp_path: Path) -> None:
    """The second try starts afresh: a crash that depends on what an earlier run left does not come again."""
    source = "import os, sys\nopen('seen', 'x').close()\n"
    task = checked(tmp_path, source)
    both = replace(task, cases=(task.cases[0], replace(task.cases[0], name="again")))
    assert run(PRINT_42, both).verdict is V.JUDGE_ERROR  # in either try the second test finds the file
    assert run(PRINT_42, task).accepted


TESTLIB = """#include <cstdio>
#include <cstdlib>
enum Result { _ok = 0, _wa = 1, _pe = 2, _fail = 3 };
inline void quit(Result r, const char *text) { fprintf(stderr, "%s", text); exit(r); }
"""
CHECKER = """#include "testlib.h"
int main(int n, char **argv) {
    if (n != 4) quit(_fail, "three files expected");
    int got = 0, want = 0;
    if (fscanf(fopen(argv[2], "r"), "%d", &got) != 1) quit(_pe, "a number expected");
    if (fscanf(fopen(argv[3], "r"), "%d", &want) != 1) quit(_fail, "no answer");
    got == want ? quit(_ok, "ok") : quit(_wa, "differs");
}
"""


def test_a_cpp_checker_with_the_users_testlib(run: Callable[..., Report], tmp_path: Path) -> None:
    task = checked(tmp_path, CHECKER, "chk.cc")
    with pytest.raises(DataError, match=r"testlib\.h"):
        checking_module.find_testlib(tmp_path / "chk.cc")
    elsewhere = tmp_path / "include" / "testlib.h"
    elsewhere.parent.mkdir()
    elsewhere.write_text(TESTLIB)
    with pytest.raises(ConfigError, match="testlib"):
        Judge(settings=Settings(testlib=tmp_path / "nowhere.h")).load_checker(task)
    judge = Judge(settings=Settings(testlib=elsewhere))
    assert judge.judge(task, PRINT_42).accepted
    assert judge.judge(task, "int main() {}").verdict is V.PRESENTATION
    (tmp_path / "testlib.h").write_text(TESTLIB)
    wrong = run('#include <cstdio>\nint main() { puts("41"); }', task)
    assert (wrong.verdict, wrong.tests[0].message) == (V.WRONG_ANSWER, "differs")


def test_a_checker_that_does_not_build_is_found_when_the_problem_is_loaded(tmp_path: Path) -> None:
    for name in ("checker.py", "chk.cc"):
        with pytest.raises(DataError, match=f"checker {name} does not build"):
            Judge().load_checker(checked(tmp_path, "int main( {", name))


@pytest.mark.parametrize(
    ("printed", "expected", "right"),
    [
        *(
            (printed, "1.5", False)
            for printed in ("nan", "-nan", "inf", "1.5abc", "0x1.8p0", "", "1.50001", "1,5")
        ),
        *((printed, "1.5", True) for printed in ("1.5", "1.5000001", "15e-1", "+1.5", "1.500")),
        ("1000000001", "1000000000", False),
        ("1000000000", "1000000000", True),
        ("1000000000.0", "1000000000", False),
        ("yes 0.3333333", "yes 0.333333333", True),
        ("no 0.3333333", "yes 0.333333333", False),
        ("1e9", "1000000000.5", True),
    ],
)
def test_tolerance_is_for_float_tokens_only(printed: str, expected: str, right: bool) -> None:
    found = checking_module.compare(Checker("float", tolerance=1e-6), printed.encode(), expected.encode())
    assert found.accepted is right


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        ("a b\nc", V.ACCEPTED),
        ("a b\r\nc\n\n", V.ACCEPTED),
        ("a  b\nc", V.PRESENTATION),
        ("a b c", V.PRESENTATION),
        ("a b\n c", V.PRESENTATION),
        ("a b\nd", V.WRONG_ANSWER),
        ("ab\nc", V.WRONG_ANSWER),
    ],
)
def test_exact_comparison_tells_another_layout_from_a_wrong_answer(
    printed: str, verdict: JudgeVerdict
) -> None:
    assert checking_module.compare(Checker("exact"), printed.encode(), b"a b\nc\n").verdict is verdict

"""The judge as a whole: verdicts, order, retries, languages, caches."""

from __future__ import annotations

import shutil
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contests.code.package import BUNDLED, Checker, JudgeVerdict, load_package
from contests.code.package_check import CompileError
from contests.judge import Case, Judge, Report, Task, TestReport, cache
from contests.judge.building import build
from contests.judge.judge import Race
from contests.judge.languages import LANGUAGES, language, language_of
from contests.judge.task import JudgeError, content
from contests.judge.worker import Box
from r3env.errors import ConfigError, SandboxError
from r3env.sandbox import Ending, ProcessResult, Sandbox, open_sandbox
from tests.judge.conftest import DOUBLE, TOKEN

V = JudgeVerdict


def echo(*names: str, answer: bytes = b"ok") -> Task:
    return Task("echo", TOKEN, tuple(Case(name, name.encode(), answer, 1.0, 256) for name in names))


CAT = "#include <iostream>\nint main() { std::string s; std::cin >> s; std::cout << s; }"


def test_an_accepted_program_has_a_row_for_each_test(run: Callable[..., Report]) -> None:
    report = run(DOUBLE)
    assert (report.verdict, report.total, report.failure) == (V.ACCEPTED, 2, None)
    assert [t.name for t in report.tests] == ["t21", "t-4"]
    assert all(t.wall > 0 and t.cpu >= 0 and t.memory >= 0 and not t.message for t in report.tests)
    assert report.to_dict()["verdict"] == "accepted"


def test_the_first_failure_ends_it_unless_all_tests_are_asked_for(run: Callable[..., Report]) -> None:
    task = echo("ok", "no", "ok", "nope")
    short, long = run(CAT, task), run(CAT, task, all_tests=True)
    assert [str(t.verdict) for t in short.tests] == ["accepted", "wrong answer"]
    assert [str(t.verdict) for t in long.tests] == ["accepted", "wrong answer", "accepted", "wrong answer"]
    assert short.verdict is long.verdict is V.WRONG_ANSWER
    assert short.reason == "wrong answer on no: token 1: got 'no', expected 'ok'"


@given(st.lists(st.booleans(), max_size=20), st.integers(1, 4), st.booleans())
def test_reports_do_not_depend_on_who_was_faster(good: list[bool], workers: int, all_tests: bool) -> None:
    cases = [Case(str(i), b"", b"", 1, 1) for i in range(len(good))]

    def runner(case: Case) -> TestReport:
        return TestReport(case.name, V.ACCEPTED if good[int(case.name)] else V.WRONG_ANSWER)

    reports = Race(cases, all_tests).run([runner] * workers)
    end = len(good) if all_tests or all(good) else good.index(False) + 1
    assert [int(r.name) for r in reports] == list(range(end))


def test_a_runner_that_raises_ends_the_race() -> None:
    def runner(_case: Case) -> TestReport:
        raise SandboxError("gone")

    with pytest.raises(SandboxError, match="gone"):
        Race([Case(str(i), b"", b"", 1, 1) for i in range(9)], True).run([runner] * 3)


def test_an_interrupt_ends_the_race_before_the_next_tests() -> None:
    main, begun = threading.main_thread().ident, []
    assert main is not None

    def runner(case: Case) -> TestReport:
        begun.append(case.name)
        if len(begun) == 3:
            signal.pthread_kill(main, signal.SIGINT)
        time.sleep(0.01)
        return TestReport(case.name, V.ACCEPTED)

    with pytest.raises(KeyboardInterrupt):
        Race([Case(str(i), b"", b"", 1, 1) for i in range(2000)], True).run([runner] * 2)
    assert len(begun) < 2000


def test_two_copies_of_a_package_keep_their_own_checkers(tmp_path: Path) -> None:
    copies = [
        load_package(shutil.copytree(BUNDLED / "kitchen-order", tmp_path / name / "kitchen-order"))
        for name in ("one", "two")
    ]
    judge = Judge()
    assert [judge.prepare(package).checker for package in copies] == [p.checker for p in copies]


def test_a_dead_sandbox_is_tried_once_more_and_then_a_judge_error(doubling: Task) -> None:
    opened = []

    def flaky() -> Sandbox:
        opened.append(1)
        if len(opened) == 1:
            raise SandboxError("died")
        return open_sandbox()

    assert Judge(flaky).judge(doubling, DOUBLE + "// flaky").accepted

    def dead() -> Sandbox:
        opened.append(1)
        raise SandboxError("died again")

    opened.clear()
    report = Judge(dead).judge(doubling, DOUBLE + "// dead")
    assert (report.verdict, report.message, len(opened)) == (V.JUDGE_ERROR, "died again", 2)


def test_a_judge_error_after_a_failure_changes_nothing(run: Callable[..., Report], tmp_path: Path) -> None:
    """The first test that is not passed decides, with or without the others."""
    gone = Case("gone", tmp_path / "gone", b"", 1.0, 64)
    wrong = echo("no").cases[0]
    for cases, verdict in (((wrong, gone), V.WRONG_ANSWER), ((gone, wrong), V.JUDGE_ERROR)):
        for all_tests in (False, True):
            assert run(CAT, Task("mixed", TOKEN, cases), all_tests=all_tests).verdict is verdict


def test_a_task_without_tests_is_a_judge_error() -> None:
    assert Judge().judge(Task("none", TOKEN, ()), DOUBLE).verdict is V.JUDGE_ERROR


PROGRAMS = {
    "cpp": DOUBLE,
    "c": '#include <stdio.h>\nint main(void) { long x; scanf("%ld", &x); printf("%ld\\n", 2 * x); return 0; }',
    "python": "print(2 * int(input()))\n",
    "java": "import java.util.*;\npublic class Main { public static void main(String[] a) {"
    " System.out.println(2 * new Scanner(System.in).nextInt()); } }",
}


@pytest.mark.parametrize("name", [row.name for row in LANGUAGES])
def test_every_language_runs_where_its_tools_are(name: str, doubling: Task) -> None:
    absent = [tool for tool in language(name).tools if not shutil.which(tool)]
    report = Judge().judge(doubling, PROGRAMS[name], name)
    if absent:
        assert report.verdict is V.JUDGE_ERROR and absent[0] in report.message
    else:
        assert report.accepted, report


@pytest.mark.parametrize("name", ["c", "python"])
def test_a_syntax_error_is_a_compile_error_in_every_language(name: str, doubling: Task) -> None:
    report = Judge().judge(doubling, "print((", name)
    assert report.verdict is V.COMPILE_ERROR and report.message


def test_deep_recursion_and_exceptions_in_python(doubling: Task) -> None:
    assert Judge().judge(doubling, "raise SystemExit(3)", "python").verdict is V.RUNTIME_ERROR


def test_unknown_languages_are_named(doubling: Task) -> None:
    with pytest.raises(ConfigError, match="did you mean 'python'"):
        Judge().judge(doubling, "", "pyhton")
    with pytest.raises(ConfigError, match=r"\.cpp"):
        language_of("a.rs")
    assert language_of(Path("x/y.cc")).name == "cpp"


def test_missing_tools_are_said(doubling: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from contests.judge import languages

    strange = replace(language("c"), name="strange", build=("no-such-tool-r3",), tools=("no-such-tool-r3",))
    monkeypatch.setattr(languages, "LANGUAGES", (*LANGUAGES, strange))
    report = Judge().judge(doubling, "x", "strange")
    assert report.verdict is V.JUDGE_ERROR and "no-such-tool-r3" in report.message


def test_what_was_built_once_is_not_built_again(doubling: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    from contests.judge import building

    source = DOUBLE + "// once"
    assert Judge().judge(doubling, source).accepted

    def refuse(*_: object) -> None:
        raise AssertionError("built again")

    monkeypatch.setattr(building, "_compile", refuse)
    assert Judge().judge(doubling, f"\n  {source} \n").accepted


@pytest.mark.parametrize(
    ("ending", "stderr", "error"),
    [
        (Ending.EXITED, b"g++: fatal error: Killed signal terminated program cc1plus", JudgeError),
        (Ending.WALL_LIMIT, b"", CompileError),
    ],
)
def test_what_the_machine_did_to_a_build_is_not_remembered(
    monkeypatch: pytest.MonkeyPatch, ending: Ending, stderr: bytes, error: type[Exception]
) -> None:
    """Short of memory or overloaded, a build is tried again when the same source comes again."""
    source = f"int main() {{}} // {ending}"
    with Box(open_sandbox) as box:
        box.require(["g++"])
        with monkeypatch.context() as patch:
            patch.setattr(box, "spawn", lambda *_: ProcessResult(ending, 1, None, b"", stderr, 1.0, 1.0, 1.0))
            with pytest.raises(error):
                build(box, language("cpp"), source)
        assert build(box, language("cpp"), source).data


def test_the_cache_forgets_the_oldest_and_survives_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = cache.Cache(capacity=10)
    small.put("a", {"x": b"12345"})
    small.put("b", {"x": b"12345"})
    assert small.get("a") is not None
    small.put("c", {"x": b"12345"})
    assert (small.get("b"), small.get("a")) == (None, {"x": b"12345"})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.write("k" * 64, {"one": b"1" * 1000, "two": b""})
    assert cache.read("k" * 64) == {"one": b"1" * 1000, "two": b""}
    (file,) = tmp_path.rglob("*.zip")
    file.write_bytes(file.read_bytes()[:-40])
    assert cache.read("k" * 64) is None
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    cache.write("k" * 64, {"one": b"1"})


@given(st.lists(st.binary(max_size=5), max_size=4), st.lists(st.binary(max_size=5), max_size=4))
def test_keys_tell_parts_apart(a: list[bytes], b: list[bytes]) -> None:
    assert (cache.key_of(a) == cache.key_of(b)) == (a == b)


def test_test_files_are_normalised(tmp_path: Path, run: Callable[..., Report]) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfa b\r\nc\r\n")
    assert content(tmp_path / "a") == b"a b\nc\n"
    exact = Task("e", Checker("exact"), (Case("t", tmp_path / "a", tmp_path / "a", 1.0, 64),))
    assert run('#include <cstdio>\nint main() { puts("a b\\nc"); }', exact).accepted
    gone = Task("g", TOKEN, (Case("t", tmp_path / "gone", b"", 1.0, 64),))
    assert run(DOUBLE, gone).verdict is V.JUDGE_ERROR


@pytest.mark.parametrize(
    ("printed", "expected", "right"),
    [
        ("ab", "a b", False),
        ("a  b", "a b", True),
        ("a b", "a b\n", True),
        ("a b \\r\\n", "a b", True),
        ("a\\nb", "a b", True),
        ("a b c", "a b", False),
        ("a", "a b", False),
        ("x", "", False),
        ("", "", True),
    ],
)
def test_tokens_are_compared_whatever_parts_them(
    run: Callable[..., Report], printed: str, expected: str, right: bool
) -> None:
    task = Task("j1", TOKEN, (Case("t", printed.encode(), expected.encode(), 1.0, 64),))
    echo_all = (
        "#include <cstdio>\nint main() { for (int c; (c = getchar()) > 0;) if (c != '\\\\') putchar(c); "
        "else c = getchar(), putchar(c == 'n' ? 10 : c == 'r' ? 13 : c); }"
    )
    assert run(echo_all, task).accepted is right


def test_a_zero_byte_is_part_of_a_token(run: Callable[..., Report]) -> None:
    task = Task("j1", TOKEN, (Case("t", b"", b"a b", 1.0, 64),))
    assert (
        run('#include <cstdio>\nint main() { fwrite("a b", 1, 4, stdout); }', task).verdict is V.WRONG_ANSWER
    )

"""Interactive problems (case J5): who ends first decides nothing, a failing interactor is never a wrong answer."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contests.code import conversation
from contests.code.conversation import Conversation, converse
from contests.code.domain import CodeDomain
from contests.code.grading import grade_program
from contests.code.package import Checker, JudgeVerdict, load_package
from contests.code.package_check import check_package
from contests.code.plain_runner import PlainRunner
from contests.judge import Case, Judge, Report, SandboxRunner, Settings, Task, examining, load_lightcp
from r3env.errors import DataError, SandboxError
from r3env.problem import Contest
from r3env.sandbox import Ending, Limits, ProcessResult, Sandbox, Streams, open_sandbox
from r3env.verdict import Outcome

V = JudgeVerdict
EXAMPLE = Path(__file__).parents[2] / "examples" / "hidden-dial"
HEAD = "#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n"

LOCK = """
import sys
print("go", flush=True)
if input() != "? 1":
    print("bad query", file=sys.stderr)
    sys.exit(1)
print("yes", flush=True)
if input() != "! 1":
    sys.exit(1)
"""
"""Says go, answers the query ``? 1`` with yes, and accepts ``! 1``."""

GOOD = (
    r'char w[9]; scanf("%8s", w); puts("? 1"); fflush(stdout); scanf("%8s", w); puts("! 1"); fflush(stdout);'
)
"""What it wants."""


def task(folder: Path, interactor: str = LOCK, name: str = "interactor.py", runs: int = 1) -> Task:
    program = folder / name
    program.write_text(interactor)
    cases = tuple(Case(f"t{i}", b"in\n", b"ans\n", 1.0, 256) for i in range(runs))
    return Task("talk", Checker("interactor", program=program), cases)


def program(body: str) -> str:
    return f"{HEAD}int main() {{ {body} }}"


@pytest.fixture
def verdicts(run: Callable[..., Report], tmp_path: Path) -> Callable[..., list[str]]:
    """Verdicts of a program on as many conversations as asked for."""

    def judge(body: str, interactor: str = LOCK, runs: int = 1) -> list[str]:
        report = run(program(body), task(tmp_path, interactor, runs=runs), all_tests=True)
        return [str(test.verdict) for test in report.tests]

    return judge


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limits of failing conversations, short."""
    monkeypatch.setattr(conversation, "QUIET", 0.3)
    monkeypatch.setattr(examining, "INTERACTOR_CPU", 0.5)
    monkeypatch.setattr(examining, "INTERACTOR_WALL", 0.5)
    monkeypatch.setattr(Case, "limits", lambda *_: Limits(memory=256, cpu=1.0, wall=1.0, processes=16))
    yield


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the example package, to be changed."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / "hidden-dial"))


@pytest.mark.parametrize(
    "after",
    [
        'for (int i = 0; i < 2000; i++) puts("more");',
        'for (;;) puts("more");',
        "for (;;);",
        "abort();",
        "return 3;",
        'fclose(stdin); puts("more"); fflush(stdout); _exit(0);',
    ],
)
def test_a_bad_query_is_a_wrong_answer_whatever_comes_after_it(
    verdicts: Callable[..., list[str]], after: str
) -> None:
    assert verdicts(f'puts("? 2"); fflush(stdout); {after}', runs=50) == ["wrong answer"] * 50


def test_a_program_that_ends_at_once_is_wrong_and_no_judge_error(verdicts: Callable[..., list[str]]) -> None:
    assert verdicts("", runs=50) == ["wrong answer"] * 50


@pytest.mark.parametrize(
    "after",
    [
        'puts("one more");',
        'usleep(30000); puts("one more"); fflush(stdout); usleep(30000); puts("and more");',
        'for (int i = 0; i < 300000; i++) puts("much more");',
        "char c; while (read(0, &c, 1) > 0);",
    ],
)
def test_what_an_accepted_program_says_after_that_does_no_harm(
    verdicts: Callable[..., list[str]], after: str
) -> None:
    assert verdicts(f"{GOOD} {after}", runs=50) == ["accepted"] * 50


@pytest.mark.parametrize(
    "interactor",
    [
        "import os; os.kill(os.getpid(), 11)",
        'import os; print("go", flush=True); input(); os.kill(os.getpid(), 11)',
        LOCK + "import os; os.kill(os.getpid(), 11)",
        LOCK.replace("input()", "int(input())", 1),
        "import sys; sys.exit(3)",
        "import sys; sys.exit(7)",
        LOCK + "while True: pass",
        'print("go", flush=True)\nwhile True: print("and go")',
    ],
)
@pytest.mark.usefixtures("hasty")
def test_an_interactor_that_fails_is_a_judge_error(
    verdicts: Callable[..., list[str]], run: Callable[..., Report], tmp_path: Path, interactor: str
) -> None:
    assert verdicts(GOOD, interactor, runs=5) == ["judge error"] * 5
    report = run(program(GOOD), task(tmp_path, interactor))
    assert report.verdict is V.JUDGE_ERROR
    assert "the interactor ended with" in report.message


@pytest.mark.usefixtures("hasty")
def test_a_failure_of_the_program_is_told_as_such(verdicts: Callable[..., list[str]]) -> None:
    for body, verdict in {
        'puts("? 1"); fflush(stdout); abort();': "runtime error",
        'puts("? 1"); return 3;': "runtime error",
        "return 3;": "runtime error",
        'puts("? 1"); fflush(stdout); for (;;);': "time limit",
        'puts("? 1"); fflush(stdout); fclose(stdout); for (;;);': "wrong answer",
        "fclose(stdout); usleep(50000); abort();": "runtime error",
        "pause();": "time limit",
        'puts("? 1"); char w[9]; while (scanf("%8s", w) == 1); pause();': "time limit",
        "static volatile char a[9 << 26]; for (int i = 0; i < 9 << 26; i += 4096) a[i] = 1; pause();": "memory limit",
        'for (;;) printf("x");': "output limit",
        f"{GOOD} return 3;": "runtime error",
        f"{GOOD} for (;;);": "time limit",
        f"{GOOD} abort();": "runtime error",
    }.items():
        assert verdicts(body, runs=2) == [verdict] * 2, body


@pytest.mark.usefixtures("hasty")
def test_a_hang_is_the_interactors_when_it_does_not_end_after_its_input(
    verdicts: Callable[..., list[str]],
) -> None:
    sleeper = "import time; print('go', flush=True); time.sleep(60)"
    assert verdicts(GOOD, sleeper) == ["judge error"]


def test_a_program_that_wants_no_answer_may_leave_before_it_comes(verdicts: Callable[..., list[str]]) -> None:
    late = (
        "import sys, time\nlines = [input(), input()]\ntime.sleep(0.1)\nprint('x' * (1 << 20), flush=True)\n"
    )
    assert verdicts('puts("a"); puts("b");', late, runs=5) == ["accepted"] * 5


def test_both_may_say_much_before_they_listen(verdicts: Callable[..., list[str]]) -> None:
    talker = "import sys\nprint('x' * (2 << 20), flush=True)\nsys.exit(len(input()) != 2 << 20)\n"
    body = "for (int i = 0; i < (2 << 20); i++) putchar('y'); puts(\"\"); long n = 0; while (getchar() == 'x') n++;"
    assert verdicts(f"{body} return n != (2 << 20);", talker, runs=3) == ["accepted"] * 3


def test_a_flood_does_not_make_a_chatty_interactor_fail(verdicts: Callable[..., list[str]]) -> None:
    """Else a program could buy a judge error, which is not charged."""
    echoes = """
import sys
said = 0
while True:
    line = input()
    said += len(line) + 1
    print("heard", line, file=sys.stderr)
    if said > 2 << 20:
        sys.exit(1)
"""
    assert verdicts('for (;;) puts("? 10");', echoes) == ["wrong answer"]
    assert verdicts('for (int i = 0; i < 400000; i++) puts("? 10");', echoes) == ["wrong answer"]


def test_the_interactor_gets_the_test_and_the_program_gets_nothing_of_it(
    run: Callable[..., Report], tmp_path: Path
) -> None:
    shows = (
        "import sys\nprint([open(p).read() for p in sys.argv[1:]], input(), file=sys.stderr)\nsys.exit(1)\n"
    )
    source = (
        "#include <cstdlib>\nint main() { return system(\"ls /app | tr '\\\\n' ' '; cat /app/input\") * 0; }"
    )
    report = run(source, task(tmp_path, shows))
    seen = report.tests[0].message
    assert seen.startswith(r"['in\n', '', 'ans\n']"), report
    assert "main" in seen
    assert "interactor" not in seen


def test_an_interactor_in_cpp_with_the_users_testlib(tmp_path: Path) -> None:
    (tmp_path / "testlib.h").write_text("enum { _ok = 0, _wa = 1, _pe = 2, _fail = 3 };\n")
    source = '#include "testlib.h"\n' + program(
        'int x; puts("7"); fflush(stdout); if (scanf("%d", &x) != 1) return _pe; return x == 14 ? _ok : _wa;'
    )
    made = task(tmp_path, source, "interactor.cc")
    judge = Judge(settings=Settings(testlib=tmp_path / "testlib.h"))
    talk = 'int x; scanf("%%d", &x); printf("%%d\\n", %s * x);'
    assert judge.judge(made, program(talk % "2")).accepted
    assert judge.judge(made, program(talk % "3")).verdict is V.WRONG_ANSWER
    assert judge.judge(made, program("")).verdict is V.PRESENTATION


def test_an_interactor_that_does_not_build_is_found_when_the_problem_is_loaded(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"interactor interactor\.py does not build"):
        Judge().load_checker(task(tmp_path, "def ("))


def test_a_folder_as_lightcp_verifier_keeps_it(tmp_path: Path, run: Callable[..., Report]) -> None:
    (tmp_path / "testdata").mkdir()
    for name in ("1.in", "1.ans"):
        (tmp_path / "testdata" / name).write_text("1\n")
    (tmp_path / "config.yaml").write_text("type: interactive\nsubtasks: [{n_cases: 1}]\n")
    with pytest.raises(DataError, match=r"expected an interactor \(interactor\.cc"):
        load_lightcp(tmp_path)
    (tmp_path / "interactor.py").write_text(LOCK)
    assert run(program(GOOD), load_lightcp(tmp_path)).accepted
    (tmp_path / "config.yaml").write_text(
        "type: interactive\ninteractor: talk.cc\nsubtasks: [{n_cases: 1}]\n"
    )
    with pytest.raises(DataError, match=r"interactor talk\.cc is missing"):
        load_lightcp(tmp_path)


@pytest.mark.parametrize("runner", ["sandbox", "plain"])
def test_the_example_package_is_proven(tmp_path: Path, runner: str) -> None:
    package = load_package(EXAMPLE)
    if runner == "plain":
        proof = check_package(package, PlainRunner(tmp_path), quick=True)
    else:
        with SandboxRunner() as sandboxed:
            proof = check_package(package, sandboxed, quick=True)
    assert proof.failures() == []
    assert {"interactor: silence", "interactor: nonsense"} <= {f.check for f in proof.findings}


@pytest.mark.parametrize(
    ("old", "new", "check"),
    [
        ("words = input().split()", "words = (sys.stdin.readline() or '! 1').split()", "interactor: silence"),
        ("if len(words) != 2 or words[0] not in", "if words[0] not in", "interactor: nonsense"),
        ("if x != hidden", "if x < 0", "wrong: wrong_from_zero.cpp"),
    ],
)
def test_a_careless_interactor_is_found_out(
    tmp_path: Path, copy: Path, old: str, new: str, check: str
) -> None:
    """It accepts silence, chokes on nonsense, or accepts everybody."""
    text = (copy / "interactor.py").read_text()
    if check == "interactor: nonsense":
        text = text.replace('("?", "!")', '("?", "?!", "!")').replace("number(words[1], n)", "int(words[1])")
    if check.startswith("wrong"):
        text = text.replace("1 <= int(text)", "0 <= int(text)")
    (copy / "interactor.py").write_text(text.replace(old, new))
    assert old in (EXAMPLE / "interactor.py").read_text()
    proof = check_package(load_package(copy), PlainRunner(tmp_path), quick=True)
    assert check in [finding.check for finding in proof.failures()], proof.findings


def test_an_interactive_package_needs_a_test(copy: Path) -> None:
    text = (copy / "problem.toml").read_text()
    (copy / "problem.toml").write_text(text.replace("generated = 8", "generated = 0"))
    with pytest.raises(DataError, match="at least one test"):
        load_package(copy)


def test_grading_charges_no_problem_for_a_broken_interactor(copy: Path) -> None:
    problem = replace(load_package(EXAMPLE).problem(), metadata={"folder": str(copy), "interactive": True})
    right, wrong = (
        (copy / "solutions" / name).read_text() for name in ("reference.cpp", "wrong_from_zero.cpp")
    )
    outcomes = [grade_program(problem, source, "A").outcome for source in (right, wrong)]
    assert outcomes == [Outcome.CORRECT, Outcome.WRONG]
    (copy / "interactor.py").write_text("import os; os.kill(os.getpid(), 11)")
    assert grade_program(problem, right, "A").outcome is Outcome.GRADER_ERROR


def test_conversations_are_no_sample_files() -> None:
    problem = load_package(EXAMPLE).problem()
    contest = Contest("c", "code", (problem,))
    statement = CodeDomain().state(contest, "agentic")
    assert not statement.files
    assert "Sample 1" in statement.problems["A"]


# -- the rule and the carrying, without programs


def result(ending: Ending, code: int | None = None, number: int | None = None) -> ProcessResult:
    return ProcessResult(ending, code, number, b"", b"", 0.0, 0.0, 0.0)


results = st.one_of(
    st.sampled_from([0, 0, 0, 1, 2, 3, 7, 139]).map(lambda code: result(Ending.EXITED, code)),
    st.sampled_from([6, 9, 11]).map(lambda number: result(Ending.SIGNALED, None, number)),
    st.sampled_from([e for e in Ending if e is not Ending.EXITED]).map(result),
)


@given(results, results, st.booleans())
def test_laws_of_the_rule(program: ProcessResult, interactor: ProcessResult, unprompted: bool) -> None:
    talk = Conversation(program, interactor, unprompted)
    verdict = talk.verdict.verdict
    well = program.ending is Ending.EXITED and program.exit_code == 0
    accepts = interactor.ending is Ending.EXITED and interactor.exit_code == 0
    broken = not (interactor.ending is Ending.EXITED and interactor.exit_code in (0, 1, 2))
    assert (verdict is V.ACCEPTED) == (well and accepts)
    if broken and (well or unprompted):
        assert verdict is V.JUDGE_ERROR
    if verdict is V.JUDGE_ERROR:
        assert broken
    if well:
        assert talk.verdict == talk.said


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


def test_when_one_side_cannot_start_the_other_ends_and_nothing_stays_open() -> None:
    before = descriptors()

    def refuses(streams: Streams) -> ProcessResult:
        for fd in (streams.stdin, streams.stdout, streams.leash):
            os.close(fd)
        raise SandboxError("cannot start")

    def waits(streams: Streams) -> ProcessResult:
        os.read(streams.leash, 1)
        for fd in (streams.stdin, streams.stdout, streams.leash):
            os.close(fd)
        return result(Ending.SIGNALED, None, 9)

    for sides in ((refuses, waits), (waits, refuses), (refuses, refuses)):
        began = time.monotonic()
        with pytest.raises(SandboxError, match="cannot start"):
            converse(*sides, limit=100)
        assert time.monotonic() - began < 30
    assert descriptors() == before


def test_conversations_leave_no_descriptors(run: Callable[..., Report], tmp_path: Path) -> None:
    run(program(GOOD), task(tmp_path, runs=3))
    before = descriptors()
    assert run(program(GOOD), task(tmp_path, runs=20)).accepted
    assert descriptors() == before


def test_a_sandbox_that_dies_is_a_judge_error(tmp_path: Path) -> None:
    class Fragile:
        def __init__(self) -> None:
            self._inner = open_sandbox()

        def __getattr__(self, name: str) -> object:
            return getattr(self._inner, name)

        def spawn(self, *arguments: object, **options: object) -> ProcessResult:
            if isinstance(options.get("stdin"), Streams):
                self._inner.close()
            return self._inner.spawn(*arguments, **options)  # type: ignore[arg-type]

    def fragile() -> Sandbox:
        return Fragile()  # type: ignore[return-value]

    report = Judge(fragile).judge(task(tmp_path), program(GOOD))
    assert report.verdict is V.JUDGE_ERROR
    assert "closed" in report.message

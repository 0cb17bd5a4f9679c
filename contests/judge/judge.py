"""`Judge`: builds a submission, runs it on the tests of a task in parallel, and stops at the first failure."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from contests.code.package import JudgeVerdict, Package
from contests.code.package_check import CompileError
from contests.judge.answers import task_of
from contests.judge.building import BUILD_LIMITS, build
from contests.judge.checking import build_checker
from contests.judge.examining import Examiner, examiner
from contests.judge.languages import Program, language
from contests.judge.report import Report, TestReport
from contests.judge.task import Case, JudgeError, Task, content
from contests.judge.worker import CORES, Box
from r3env.errors import InfrastructureError
from r3env.sandbox import open_sandbox
from r3env.sandbox.protocol import Ending, Limits, ProcessResult, Sandbox

LIMITS = (JudgeVerdict.TIME_LIMIT, JudgeVerdict.MEMORY_LIMIT, JudgeVerdict.OUTPUT_LIMIT)
"""Verdicts whose message tells use and limit."""
TESTS_A_WORKER = 4
"""A further sandbox is started for so many tests; fewer are not worth it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user may change.

    Attributes:
        workers: sandboxes that run tests of one submission side by side.
        build: limits of one build.
        testlib: the user's ``testlib.h``, for checkers that include it; None looks beside the checker.
    """

    workers: int = CORES
    build: Limits = BUILD_LIMITS
    testlib: Path | None = None


class Judge:
    """Judges submissions. Holds no sandbox between judgements, so nothing of one can reach the next.

    Args:
        open_box: makes a sandbox that is not started; `r3env.sandbox.open_sandbox` by default.
        settings: see `Settings`.
    """

    def __init__(
        self, open_box: Callable[[], Sandbox] = open_sandbox, settings: Settings | None = None
    ) -> None:
        self._open = open_box
        self.settings = settings or Settings()

    def prepare(self, package: Package) -> Task:
        """A package as a task: the reference computes the answers, and the checker is built.

        Raises:
            DataError: the checker does not build.
            JudgeError: the reference does not run through its own tests.
            SandboxError: no sandbox works here.
        """
        with Box(self._open) as box:
            task = task_of(package, box)
        self.load_checker(task)
        return task

    def load_checker(self, task: Task) -> None:
        """Build the checker of a task, so that a broken one is found when the problem is loaded.

        Raises:
            DataError: it does not build, or needs a ``testlib.h`` that is nowhere.
        """
        with Box(self._open) as box:
            build_checker(box, task.checker, self.settings.testlib)

    def judge(
        self, task: Task, source: str, language_name: str = "cpp", *, all_tests: bool = False
    ) -> Report:
        """Judge one submission; a judge error is tried once more before it is reported.

        Args:
            task: see `prepare` and `contests.judge.lightcp.load_lightcp`.
            source: the program text.
            language_name: a row of `contests.judge.languages.LANGUAGES`.
            all_tests: go on after a failure.

        Raises:
            ConfigError: no such language.
        """
        row = language(language_name)
        report, lasting = self._attempt(task, source, row.name, all_tests)
        if report.verdict is JudgeVerdict.JUDGE_ERROR and not lasting:
            report, _ = self._attempt(task, source, row.name, all_tests)
        return report

    def _attempt(self, task: Task, source: str, name: str, all_tests: bool) -> tuple[Report, bool]:
        """One report, and whether its judge error would only come again."""
        verdict = JudgeVerdict.JUDGE_ERROR
        try:
            return self._judge(task, source, name, all_tests), False
        except CompileError as error:
            verdict, message, lasting = JudgeVerdict.COMPILE_ERROR, str(error), True
        except JudgeError as error:
            message, lasting = str(error), error.lasting
        except InfrastructureError as error:
            message, lasting = str(error), error.kind == "sandbox_missing"
        return Report(task.id, verdict, (), len(task.cases), message), lasting

    def _judge(self, task: Task, source: str, name: str, all_tests: bool) -> Report:
        if not task.cases:
            raise JudgeError(f"problem {task.id} has no tests", lasting=True)
        with ExitStack() as stack:
            first = stack.enter_context(Box(self._open))
            jury = stack.enter_context(Box(self._open))
            checker = build_checker(jury, task.checker, self.settings.testlib)
            program = build(first, language(name), source, limits=self.settings.build)
            count = min(self.settings.workers, -(-len(task.cases) // TESTS_A_WORKER))
            runners = [Runner(program, first, examiner(task.checker, checker, jury))]
            for _ in range(count - 1):
                box, own = (stack.enter_context(Box(self._open)) for _ in range(2))
                runners.append(Runner(program, box, examiner(task.checker, checker, own)))
            tests = Race(task.cases, all_tests).run(runners)
        decisive = next((t for t in tests if t.verdict is not JudgeVerdict.ACCEPTED), tests[0])
        broken = decisive.verdict is JudgeVerdict.JUDGE_ERROR
        message = f"{decisive.name}: {decisive.message}" if broken else ""
        return Report(task.id, decisive.verdict, tuple(tests), len(task.cases), message)


class Runner:
    """Runs one program on tests in one box.

    Args:
        program: what runs.
        box: where it runs.
        examine: runs it on one test and judges it.
    """

    def __init__(self, program: Program, box: Box, examine: Examiner) -> None:
        self._program = program
        self._box = box
        self._examine = examine

    def __call__(self, case: Case) -> TestReport:
        """Run and compare. What fails here is this test's judge error: an earlier failure still decides."""
        try:
            return self._test(case)
        except InfrastructureError as error:
            return TestReport(case.name, JudgeVerdict.JUDGE_ERROR, message=str(error))

    def _test(self, case: Case) -> TestReport:
        test_input, answer = content(case.input), content(case.answer)
        limits = case.limits(answer)
        result, comparison = self._examine(self._box, self._program, test_input, answer, limits)
        message = comparison.message
        if comparison.verdict in LIMITS:
            message = _limit_message(case, limits, result) or message
        return TestReport(case.name, comparison.verdict, result.cpu, result.wall, result.memory, message)


def _limit_message(case: Case, limits: Limits, result: ProcessResult) -> str:
    """Use and limit, where a limit struck."""
    if result.ending is Ending.CPU_LIMIT:
        return f"{result.cpu:.2f} s of CPU time, limit {case.time:g} s"
    if result.ending is Ending.WALL_LIMIT:
        return f"hangs: {result.cpu:.2f} s of CPU time in {result.wall:.1f} s"
    if result.ending is Ending.MEMORY_LIMIT:
        return f"{result.memory:.0f} MiB, limit {case.memory:g} MiB"
    if result.ending is Ending.OUTPUT_LIMIT:
        return f"printed more than {limits.output} bytes"
    return ""


class Race:
    """Tests shared out among runners, in order; the reports do not depend on who was faster.

    Args:
        cases: the tests.
        all_tests: go on after a failure.
    """

    def __init__(self, cases: Sequence[Case], all_tests: bool) -> None:
        self._cases = cases
        self._all = all_tests
        self._next = 0
        self._end = len(cases)
        self._lock = threading.Lock()
        self._reports: dict[int, TestReport] = {}

    def run(self, runners: Sequence[Callable[[Case], TestReport]]) -> list[TestReport]:
        """Reports in judging order: of all tests, or up to the first failure."""
        if len(runners) == 1:
            self._work(runners[0])
        else:
            with ThreadPoolExecutor(len(runners)) as pool:
                try:
                    for done in [pool.submit(self._work, runner) for runner in runners]:
                        done.result()
                except BaseException:
                    self._halt()  # leaving the pool waits for the workers
                    raise
        return [self._reports[i] for i in range(self._end)]

    def _work(self, runner: Callable[[Case], TestReport]) -> None:
        while True:
            with self._lock:
                number = self._next
                if number >= self._end:
                    return
                self._next += 1
            try:
                report = runner(self._cases[number])
            except BaseException:
                self._halt()
                raise
            with self._lock:
                self._reports[number] = report
                if report.verdict is not JudgeVerdict.ACCEPTED and not self._all:
                    self._end = min(self._end, number + 1)

    def _halt(self) -> None:
        """Nobody starts another test."""
        with self._lock:
            self._end = 0

"""What the judge found: one row for each test, and the verdict of the whole."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from contests.code.package import JudgeVerdict


@dataclass(frozen=True, slots=True)
class TestReport:
    """One test.

    Attributes:
        name: name of the test.
        verdict: what the run deserves.
        cpu: CPU seconds of the whole process tree; they decide about the time limit.
        wall: seconds of wall time.
        memory: peak resident MiB of the whole process tree.
        message: short first difference, exit code or signal. For logs: it tells of hidden tests.
    """

    name: str
    verdict: JudgeVerdict
    cpu: float = 0.0
    wall: float = 0.0
    memory: float = 0.0
    message: str = ""

    __test__ = False  # for pytest: no class of tests


@dataclass(frozen=True, slots=True)
class Report:
    """One judgement.

    Attributes:
        task: id of the problem.
        verdict: accepted, or that of the first test that fails, or a compile or judge error.
        tests: tests that were run, in judging order, up to the first failure unless all were asked for.
        total: number of tests of the problem.
        message: the compiler's message, or what failed in the judge.
    """

    task: str
    verdict: JudgeVerdict
    tests: tuple[TestReport, ...] = ()
    total: int = 0
    message: str = ""

    @property
    def accepted(self) -> bool:
        """True when every test was passed."""
        return self.verdict is JudgeVerdict.ACCEPTED

    @property
    def failure(self) -> TestReport | None:
        """The first test that was not passed."""
        return next((t for t in self.tests if t.verdict is not JudgeVerdict.ACCEPTED), None)

    @property
    def reason(self) -> str:
        """One line: the verdict and where it arose."""
        if self.accepted:
            return f"accepted on {len(self.tests)} tests"
        if self.failure is None:
            first = self.message.strip().split("\n", 1)[0]
            return f"{self.verdict}: {first}" if first else str(self.verdict)
        message = f": {self.failure.message}" if self.failure.message else ""
        return f"{self.verdict} on {self.failure.name}{message}"

    def to_dict(self) -> dict[str, Any]:
        """A plain dict."""
        tests = [{**asdict(test), "verdict": str(test.verdict)} for test in self.tests]
        return {
            "task": self.task,
            "verdict": str(self.verdict),
            "total": self.total,
            "message": self.message,
            "tests": tests,
        }

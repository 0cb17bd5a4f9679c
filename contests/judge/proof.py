"""`SandboxRunner`: proves a package with the sandboxed judge (`contests.code.package_check.check_package`)."""

from __future__ import annotations

from collections.abc import Callable

from contests.code.checkers import Comparison
from contests.code.package import Package
from contests.code.package_check import SourceProgram
from contests.judge.building import build
from contests.judge.checking import build_checker
from contests.judge.examining import Examiner, examiner
from contests.judge.languages import language
from contests.judge.worker import Box
from r3env.sandbox import open_sandbox
from r3env.sandbox.protocol import Limits, ProcessResult, Sandbox


class SandboxRunner:
    """A `contests.code.package_check.Trial` in the judge's sandboxes; close it afterwards.

    Args:
        open_box: makes a sandbox that is not started.
    """

    def __init__(self, open_box: Callable[[], Sandbox] = open_sandbox) -> None:
        self._box = Box(open_box)
        self._jury = Box(open_box)
        self._examiner: tuple[Package, Examiner] | None = None

    def __call__(
        self,
        package: Package,
        program: SourceProgram,
        test_input: bytes,
        answer: bytes | None,
        limits: Limits,
    ) -> tuple[ProcessResult, Comparison]:
        """See `contests.code.package_check.Trial`."""
        if self._examiner is None or self._examiner[0] is not package:
            built = build_checker(self._jury, package.checker)
            self._examiner = package, examiner(package.checker, built, self._jury)
        built = build(self._box, language(program.language), program.source)
        return self._examiner[1](self._box, built, test_input, answer, limits)

    def __enter__(self) -> SandboxRunner:
        return self

    def __exit__(self, *_error: object) -> None:
        self._box.close()
        self._jury.close()

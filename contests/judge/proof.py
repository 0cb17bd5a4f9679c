"""`SandboxRunner`: proves a package with the sandboxed judge (`contests.code.package_check.check_package`)."""

from __future__ import annotations

from collections.abc import Callable

from contests.code.checkers import Comparison
from contests.code.package import Package
from contests.judge.building import build, run
from contests.judge.checking import Checking, build_checker
from contests.judge.languages import language
from contests.judge.worker import Box
from r3env.sandbox import open_sandbox
from r3env.sandbox.protocol import Limits, ProcessResult, Sandbox


class SandboxRunner:
    """``run`` and ``compare`` of one package's proof; close it afterwards.

    Args:
        open_box: makes a sandbox that is not started.
    """

    def __init__(self, open_box: Callable[[], Sandbox] = open_sandbox) -> None:
        self._box = Box(open_box)
        self._jury = Box(open_box)
        self._checking: tuple[Package, Checking] | None = None

    def run(self, language_name: str, source: str, stdin: bytes, limits: Limits) -> ProcessResult:
        """See `contests.code.package_check.Run`."""
        return run(self._box, build(self._box, language(language_name), source), stdin, limits)

    def compare(self, package: Package, test_input: bytes, output: bytes, answer: bytes) -> Comparison:
        """See `contests.code.package_check.Compare`."""
        if self._checking is None or self._checking[0] is not package:
            program = build_checker(self._jury, package.checker)
            self._checking = package, Checking(package.checker, program, self._jury)
        return self._checking[1](test_input, output, answer)

    def __enter__(self) -> SandboxRunner:
        return self

    def __exit__(self, *_error: object) -> None:
        self._box.close()
        self._jury.close()

"""Compares an output with the answer: built-in checkers here, checker programs in a box of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from contests.code.checkers import PYTHON_GUARD, Comparison, compare, from_process
from contests.code.package import Checker
from contests.code.package_check import CompileError
from contests.judge.building import build
from contests.judge.languages import Program, language_of
from contests.judge.worker import Box
from r3env.errors import ConfigError, DataError
from r3env.sandbox.protocol import Limits

CHECKER_LIMITS = Limits(memory=1024, cpu=30, wall=300, processes=16, file_size=64, output=16 << 10)

_TESTLIB = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]testlib\.h[">]', re.MULTILINE)
_SYSTEM = (Path("/usr/include"), Path("/usr/local/include"))


def find_testlib(checker: Path, given: Path | None = None) -> bytes:
    """The user's ``testlib.h``: as given, beside the checker, or where system headers lie.

    Raises:
        DataError: it is nowhere.
        ConfigError: ``given`` is no file.
    """
    if given is not None and not given.is_file():
        raise ConfigError(f"testlib: expected the path of your testlib.h, got {given}, which is no file")
    places = [folder / "testlib.h" for folder in (checker.parent, *_SYSTEM)]
    for place in places if given is None else [given]:
        if place.is_file():
            return place.read_bytes()
    raise DataError(
        f"{checker.name} includes testlib.h, which is not there: put the file beside it, "
        "or name it with the judge's setting testlib"
    )


def build_checker(box: Box, checker: Checker, testlib: Path | None = None) -> Program | None:
    """The program of a checker or interactor, built; None for a built-in checker.

    Raises:
        DataError: it does not build: found when a problem is loaded, not when something is submitted.
    """
    if checker.program is None:
        return None
    source = checker.program.read_text(encoding="utf-8", errors="replace")
    beside = {"testlib.h": find_testlib(checker.program, testlib)} if _TESTLIB.search(source) else {}
    try:
        return build(box, language_of(checker.program), source, beside=beside, disk=True)
    except CompileError as error:
        what = "interactor" if checker.kind == "interactor" else "checker"
        raise DataError(f"{what} {checker.program.name} does not build: {error}") from None


def jury_command(program: Program, guard: str) -> list[str]:
    """The command that runs a program of the jury; ``guard`` is the text that runs a Python one."""
    if program.language.name == "python":
        return ["python3", "-I", "-c", guard, program.language.program]
    return program.language.command(CHECKER_LIMITS)


class Checking:
    """Compares outputs of one task.

    Args:
        checker: the rule.
        program: its program, from `build_checker`.
        box: where the program runs; nothing that was submitted ever runs there.
    """

    def __init__(self, checker: Checker, program: Program | None, box: Box) -> None:
        self._checker = checker
        self._program = program
        self._box = box

    def __call__(self, test_input: bytes, output: bytes, answer: bytes) -> Comparison:
        """Accepted, wrong answer, presentation, or judge error where the checker itself fails."""
        if self._program is None:
            return compare(self._checker, output, answer)
        self._box.install(self._program)
        files = {"input": test_input, "output": output, "answer": answer}
        return _call(self._box, jury_command(self._program, PYTHON_GUARD), files)


def _call(box: Box, command: Sequence[str], files: Mapping[str, bytes]) -> Comparison:
    result = box.spawn([*command, *files], CHECKER_LIMITS, {box.place(n): d for n, d in files.items()})
    return from_process(result, "checker", result.stdout + result.stderr)

"""What is done with one program on one test: run it and compare its output, or let it talk with an interactor."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from contests.code.checkers import PYTHON_TALK_GUARD, Comparison
from contests.code.conversation import converse
from contests.code.package import Checker
from contests.code.package_check import run_verdict
from contests.judge.building import ready, run
from contests.judge.checking import CHECKER_LIMITS, Checking, jury_command
from contests.judge.languages import Program
from contests.judge.task import OUTPUT_LEAST
from contests.judge.worker import Box, core
from r3env.errors import ConfigError
from r3env.sandbox.protocol import Limits, ProcessResult

INTERACTOR_CPU = 30.0
"""CPU seconds of an interactor in one conversation: enough to read the most that a program may say."""
INTERACTOR_STDERR = 4 * OUTPUT_LEAST
"""Bytes that an interactor may write to standard error: it may echo all that it reads."""
INTERACTOR_WALL = 30.0
"""Seconds that an interactor may go on after the wall limit of the program."""


class Examiner(Protocol):
    """Runs a program on one test in ``box`` and judges it; ``answer`` None takes its own output for the answer."""

    def __call__(
        self, box: Box, program: Program, test_input: bytes, answer: bytes | None, limits: Limits
    ) -> tuple[ProcessResult, Comparison]: ...


def examiner(checker: Checker, program: Program | None, jury: Box) -> Examiner:
    """What the checker asks for.

    Args:
        checker: the rule.
        program: its program, from `contests.judge.checking.build_checker`.
        jury: where that runs; nothing that was submitted ever runs there.
    """
    if checker.kind != "interactor":
        return Comparing(Checking(checker, program, jury))
    if program is None:
        raise ConfigError("expected the built program of an interactor, got none")
    return Interacting(program, jury)


class Comparing:
    """Runs the program to its end, then compares what it printed."""

    def __init__(self, check: Checking) -> None:
        self._check = check

    def __call__(
        self, box: Box, program: Program, test_input: bytes, answer: bytes | None, limits: Limits
    ) -> tuple[ProcessResult, Comparison]:
        """By its ending, its exit code, then the checker."""
        result = run(box, program, test_input, limits)
        comparison = run_verdict(result)
        if comparison is None:
            comparison = self._check(test_input, result.stdout, result.stdout if answer is None else answer)
        return result, comparison


class Interacting:
    """Lets the program talk with the interactor, each in a sandbox of its own."""

    def __init__(self, interactor: Program, jury: Box) -> None:
        self._interactor = interactor
        self._jury = jury

    def __call__(
        self, box: Box, program: Program, test_input: bytes, answer: bytes | None, limits: Limits
    ) -> tuple[ProcessResult, Comparison]:
        """See `contests.code.conversation.Conversation.verdict`."""
        wall = None if limits.wall is None else limits.wall + INTERACTOR_WALL
        theirs = replace(CHECKER_LIMITS, cpu=INTERACTOR_CPU, wall=wall, output=INTERACTOR_STDERR)
        files = {"input": test_input, "output": b"", "answer": answer or b""}
        command = [*jury_command(self._interactor, PYTHON_TALK_GUARD), *files]
        self._jury.install(self._interactor)
        for name, data in files.items():
            self._jury.sandbox.write(self._jury.place(name), data)
        start = ready(box, program, limits)
        with core():
            talk = converse(
                start, lambda streams: self._jury.spawn(command, theirs, stdin=streams), limit=limits.output
            )
        return talk.program, talk.verdict

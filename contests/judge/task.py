"""`Task`: what the judge needs to know of a problem, whatever layout its files have."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from contests.code.package import Checker
from r3env.errors import Blame, InfrastructureError
from r3env.sandbox.protocol import Limits

OUTPUT_LEAST = 16 << 20
"""Bytes that every run may print."""
OUTPUT_FACTOR = 4
"""A run may print this many times as much as the answer holds, if that is more."""


class JudgeError(InfrastructureError):
    """The judge itself cannot work: a checker crashes, a tool is missing, a reference fails. Never a wrong answer.

    Args:
        message: what happened, and what to do.
        lasting: trying again cannot help.
    """

    def __init__(self, message: str, *, lasting: bool = False) -> None:
        super().__init__(message, blame=Blame.GRADER, kind="judge_error")
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Case:
    """One test.

    Attributes:
        name: name of the test.
        input: its bytes, or the file that holds them.
        answer: the jury's answer, likewise.
        time: CPU seconds allowed.
        memory: MiB allowed to the whole process tree; the stack may use all of it.
    """

    name: str
    input: bytes | Path = field(repr=False)
    answer: bytes | Path = field(repr=False)
    time: float
    memory: float

    def limits(self, answer: bytes) -> Limits:
        """Limits of one run. CPU time decides; the wall cap only ends what hangs, so it is generous."""
        return Limits(
            memory=self.memory,
            cpu=self.time,
            wall=10 * self.time + 10,
            output=max(OUTPUT_LEAST, OUTPUT_FACTOR * len(answer)),
            processes=16,
            file_size=16,
        )


@dataclass(frozen=True, slots=True)
class Task:
    """A problem ready for judging.

    Attributes:
        id: id of the problem.
        checker: how outputs are compared.
        cases: the tests in judging order.
        notes: what the loader had to decide, for the log.
    """

    id: str
    checker: Checker
    cases: tuple[Case, ...]
    notes: tuple[str, ...] = ()


def content(data: bytes | Path) -> bytes:
    """Bytes of a test file, normalised: no byte order mark, line ends are ``\\n``.

    Raises:
        JudgeError: the file cannot be read.
    """
    if isinstance(data, Path):
        try:
            return normalised(data.read_bytes())
        except OSError as error:
            raise JudgeError(f"cannot read test file {data.name}: {error.strerror}", lasting=True) from error
    return normalised(data)


def normalised(data: bytes) -> bytes:
    """Without a byte order mark, and with ``\\n`` for every ``\\r\\n``."""
    return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")

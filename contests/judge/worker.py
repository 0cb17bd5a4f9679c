"""`Box`: one sandbox of the judge, started when it is first used; and how many programs may run at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress

from contests.judge.languages import Program
from contests.judge.task import JudgeError
from r3env.sandbox.protocol import Limits, ProcessResult, Sandbox, Streams

BOX_LIMITS = Limits(memory=256, storage=512)
"""Of a box: what all files in it may take. Runs and builds have limits of their own."""

CORES = max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
"""Processor cores that this process may use."""

_running = threading.BoundedSemaphore(CORES)
_working: set[str] = set()


@contextmanager
def core() -> Iterator[None]:
    """A core to run on; waits until there is one."""
    with _running:
        yield


class Box:
    """A sandbox for the programs of one submission, or for the jury's own.

    Args:
        open_sandbox: makes a sandbox that is not started.
    """

    def __init__(self, open_sandbox: Callable[[], Sandbox]) -> None:
        self._open = open_sandbox
        self._sandbox: Sandbox | None = None
        self._installed = ""

    @property
    def sandbox(self) -> Sandbox:
        """The sandbox, started."""
        if self._sandbox is None:
            sandbox = self._open()
            sandbox.start({}, BOX_LIMITS)
            self._sandbox = sandbox
        return self._sandbox

    def place(self, name: str) -> str:
        """Absolute path of a file in the box's working folder."""
        return f"{self.sandbox.paths.app}/{name}"

    def install(self, program: Program) -> None:
        """Lay out a program, unless the last one laid out was the same."""
        if self._installed != program.key:
            self.sandbox.write(self.place(program.language.program), program.data)
            self._installed = program.key

    def spawn(
        self,
        argv: Sequence[str],
        limits: Limits,
        files: Mapping[str, bytes] | None = None,
        stdin: bytes | Streams = b"",
    ) -> ProcessResult:
        """Run one process tree; waits until a core is free for it, so that its wall time is its own.

        A run with streams does not wait: who starts it holds a core for both sides (`core`).
        """
        sandbox = self.sandbox
        with nullcontext() if isinstance(stdin, Streams) else core():
            return sandbox.spawn(argv, limits=limits, files=files or {}, stdin=stdin)

    def require(self, tools: Sequence[str]) -> None:
        """Check that programs are there and work; once per process for those that do.

        Raises:
            JudgeError: one is not; says so and what to do.
        """
        unknown = [tool for tool in tools if tool not in _working]
        if unknown:
            script = "for tool; do $tool --version > /dev/null 2>&1 && echo $tool; done; :"
            found = self.spawn(["sh", "-c", script, "sh", *unknown], Limits(wall=60)).stdout.decode().split()
            _working.update(found)
        absent = [tool for tool in tools if tool not in _working]
        if absent:
            raise JudgeError(
                f"the judge needs {', '.join(absent)}, which does not run in the sandbox: install it in /usr "
                "(for instance apt install g++ default-jdk-headless)",
                lasting=True,
            )

    def close(self) -> None:
        """End the sandbox; harmless when there is none."""
        sandbox, self._sandbox, self._installed = self._sandbox, None, ""
        if sandbox is not None:
            with suppress(Exception):  # what was judged stands, however the box ends
                sandbox.close()

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

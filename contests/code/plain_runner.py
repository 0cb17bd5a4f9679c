"""A runner without isolation, for proving packages that you wrote yourself: plain child processes, CPU limits.

Never run somebody else's programs with it; that is the sandboxed judge's work.
"""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from contests.code.checkers import (
    PYTHON_GUARD,
    PYTHON_TALK_GUARD,
    Comparison,
    compare,
    from_exit_code,
)
from contests.code.conversation import Conversation, converse
from contests.code.package import Package
from contests.code.package_check import CompileError, SourceProgram, run_verdict
from r3env.sandbox.protocol import Ending, Limits, ProcessResult, Streams

COMPILERS = {"cpp": ("g++", "-O2", "-std=c++17", "-x", "c++"), "c": ("gcc", "-O2", "-x", "c")}
LAUNCHER = Path(__file__).with_name("plain_launcher.py")
CHECKER_SECONDS = 30.0
"""Wall seconds for one call of a checker program."""


class PlainRunner:
    """A `contests.code.package_check.Trial` of plain processes, in a folder of its own.

    Args:
        folder: where binaries and files of a run go; the caller removes it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(
        self,
        package: Package,
        program: SourceProgram,
        test_input: bytes,
        answer: bytes | None,
        limits: Limits,
    ) -> tuple[ProcessResult, Comparison]:
        """See `contests.code.package_check.Trial`."""
        if package.interactive:
            talk = self._talk(package, program, test_input, answer or b"", limits)
            return talk.program, talk.verdict
        result = self.run(program.language, program.source, test_input, limits)
        answer = result.stdout if answer is None else answer
        return result, run_verdict(result) or self.compare(package, test_input, result.stdout, answer)

    def run(self, language: str, source: str, stdin: bytes, limits: Limits) -> ProcessResult:
        """Compile (cached by content) and run on one input; CPU time decides, not the wall clock.

        Memory is the resident peak as the kernel reports it, at least the few MiB of a bare interpreter.
        """
        argv = self._argv(language, source)
        with tempfile.TemporaryFile(dir=self.folder) as inp, tempfile.TemporaryFile(dir=self.folder) as out:
            inp.write(stdin)
            inp.seek(0)
            result = self._run(argv, inp.fileno(), out.fileno(), limits)
            out.seek(0)
            return replace(result, stdout=out.read(limits.output))

    def _talk(
        self, package: Package, program: SourceProgram, test_input: bytes, answer: bytes, limits: Limits
    ) -> Conversation:
        argv = self._argv(program.language, program.source)
        interactor = package.checker.program
        if interactor is None or interactor.suffix != ".py":
            raise CompileError(f"the plain runner knows interactors in Python only, not {interactor}")
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            paths = [Path(name) / part for part in ("input", "output", "answer")]
            for path, data in zip(paths, (test_input, b"", answer), strict=True):
                path.write_bytes(data)
            jury = [sys.executable, "-I", "-c", PYTHON_TALK_GUARD, str(interactor), *map(str, paths)]
            wall = None if limits.wall is None else limits.wall + CHECKER_SECONDS
            return converse(
                partial(self._run_with, argv, limits),
                partial(self._run_with, jury, Limits(cpu=CHECKER_SECONDS, wall=wall, memory=None)),
                limit=limits.output,
            )

    def _run_with(self, argv: Sequence[str], limits: Limits, streams: Streams) -> ProcessResult:
        """Run on streams, which are closed here once the process has them, or cannot be started."""
        done = threading.Event()
        with ExitStack() as held:
            for fd in (streams.stdin, streams.stdout, streams.leash):
                held.callback(os.close, fd)

            def hold(process: subprocess.Popen[bytes]) -> None:
                threading.Thread(target=_hold, args=(streams.leash, process.pid, done), daemon=True).start()
                held.pop_all()  # the thread closes the leash
                os.close(streams.stdin)
                os.close(streams.stdout)

            try:
                return self._run(argv, streams.stdin, streams.stdout, limits, hold)
            finally:
                done.set()

    def _run(
        self,
        argv: Sequence[str],
        stdin: int,
        stdout: int,
        limits: Limits,
        started: Callable[[subprocess.Popen[bytes]], None] = lambda _process: None,
    ) -> ProcessResult:
        with (
            tempfile.TemporaryFile(dir=self.folder) as errors,
            tempfile.NamedTemporaryFile(dir=self.folder) as report,
        ):
            began = time.monotonic()
            # One second above the limit: the verdict is read from the use.
            seconds = 0 if limits.cpu is None else int(limits.cpu) + 1
            numbers = (seconds, int(limits.memory or 0), limits.output)
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(LAUNCHER), report.name, *map(str, numbers), *argv],
                stdin=stdin,
                stdout=stdout,
                stderr=errors,
                start_new_session=True,
            )
            killer = threading.Timer(limits.wall or 60.0, _kill, (process.pid,))
            try:
                started(process)
                killer.start()
                process.wait()
            finally:
                killer.cancel()
                _kill(process.pid)  # what it has left behind, or all of it when the wait was interrupted
                process.wait()
            wall = time.monotonic() - began
            errors.seek(0)
            return _result(Path(report.name).read_text().split(), wall, errors.read(limits.output), limits)

    def compare(self, package: Package, test_input: bytes, output: bytes, answer: bytes) -> Comparison:
        """Compare under the package's checker; a checker program runs as a plain child process."""
        if package.checker.program is None:
            return compare(package.checker, output, answer)
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            paths = [Path(name) / part for part in ("input", "output", "answer")]
            for path, data in zip(paths, (test_input, output, answer), strict=True):
                path.write_bytes(data)
            argv = [sys.executable, "-I", "-c", PYTHON_GUARD, str(package.checker.program), *map(str, paths)]
            try:
                done = subprocess.run(argv, capture_output=True, timeout=CHECKER_SECONDS, check=False)
            except subprocess.TimeoutExpired:
                return from_exit_code(None, f"checker took more than {CHECKER_SECONDS:.0f} s")
        return from_exit_code(done.returncode, (done.stdout + done.stderr).decode(errors="replace").strip())

    def _argv(self, language: str, source: str) -> list[str]:
        key = hashlib.sha256(f"{language}\0{source}".encode()).hexdigest()[:24]
        if language == "python":
            script = self.folder / f"{key}.py"
            script.write_text(source, encoding="utf-8")
            return [sys.executable, "-I", str(script)]
        if language not in COMPILERS:
            raise CompileError(f"the plain runner knows {', '.join(COMPILERS)} and python, not {language}")
        binary = self.folder / key
        if not binary.exists():
            argv = [*COMPILERS[language], "-o", str(binary), "-"]
            done = subprocess.run(argv, input=source.encode(), capture_output=True, check=False)
            if done.returncode != 0:
                raise CompileError(done.stderr.decode(errors="replace"))
        return [str(binary)]


def _hold(leash: int, group: int, done: threading.Event) -> None:
    """Kill the processes when the far end of the leash is closed, unless they have ended by then."""
    os.read(leash, 1)
    if not done.is_set():
        _kill(group)
    os.close(leash)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _result(report: list[str], wall: float, stderr: bytes, limits: Limits) -> ProcessResult:
    """``report`` is empty when the wall limit ended the launcher with the program."""
    status, cpu, peak = report or (str(signal.SIGKILL.value), "0", "0")
    code, memory = os.waitstatus_to_exitcode(int(status)), int(peak) / 1024
    if limits.memory is not None and memory > limits.memory:
        ending = Ending.MEMORY_LIMIT
    elif limits.cpu is not None and float(cpu) > limits.cpu:
        ending = Ending.CPU_LIMIT
    elif code == -signal.SIGXFSZ:
        ending = Ending.OUTPUT_LIMIT
    elif limits.wall is not None and wall > limits.wall:
        ending = Ending.WALL_LIMIT
    else:
        ending = Ending.EXITED if code >= 0 else Ending.SIGNALED
    return ProcessResult(
        ending=ending,
        exit_code=code if ending is Ending.EXITED else None,
        signal=-code if code < 0 else None,
        stdout=b"",
        stderr=stderr,
        cpu=float(cpu),
        wall=wall,
        memory=memory,
    )

"""The parent's side of `contests.ar.worker`: starts it when first needed, one per process, and restarts it.

Nothing here imports Reasoning Gym; only the child does (about two seconds, once).
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import contests
from r3env.errors import Blame, ConfigError, InfrastructureError

EXPECTED_VERSION = "0.1.25"
"""Version of Reasoning Gym that the bundled manifest, the guards and the tests were made with."""

HASH_SEED = "0"
"""Fixed ``PYTHONHASHSEED`` of the child."""

MAKE_LIMIT = 120.0
"""Seconds allowed for making one entry."""

SCORE_LIMIT = 10.0
"""Seconds allowed for scoring one answer."""

_PASSED_ON = ("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "SYSTEMROOT", "VIRTUAL_ENV")


class WorkerDiedError(Exception):
    """The child ended while it worked on a request: time limit, memory limit or a crash."""


def _environment() -> dict[str, str]:
    """What decides what a generator makes is fixed here; secrets are not passed on."""
    package_root = str(Path(contests.__file__).resolve().parent.parent)
    path = [package_root, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    kept = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": os.pathsep.join(path),
        "PYTHONHASHSEED": HASH_SEED,
        "PYTHONUTF8": "1",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "OMP_NUM_THREADS": "1",  # thread pools reserve address space, which the child limits
        "OPENBLAS_NUM_THREADS": "1",
    }


class Worker:
    """A child process that answers requests one at a time; safe to share between threads and across a fork."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._owner = 0

    def call(self, operation: str, limit: float, **fields: Any) -> dict[str, Any]:
        """Send one request and wait for its reply.

        Raises:
            WorkerDiedError: the child ended on it (a new one is started by the next call).
            ConfigError: Reasoning Gym is not installed, or in another version.
        """
        line = json.dumps({"op": operation, "limit": limit, **fields}) + "\n"
        with self._lock:
            process = self._running()
            try:
                return self._exchange(process, line)
            except (OSError, WorkerDiedError) as error:
                self._discard()
                raise WorkerDiedError(f"the Reasoning Gym process ended during {operation!r}") from error
            except BaseException:  # an interrupt leaves a reply unread: this child is out of step
                self._discard()
                raise

    def close(self) -> None:
        """End the child; closing twice is harmless."""
        with self._lock:
            self._discard()

    def _exchange(self, process: subprocess.Popen[str], line: str) -> dict[str, Any]:
        if process.stdin is None or process.stdout is None:
            raise WorkerDiedError("no pipes")
        process.stdin.write(line)
        process.stdin.flush()
        reply = process.stdout.readline()
        if not reply.endswith("\n"):
            raise WorkerDiedError("no reply")
        return dict(json.loads(reply))

    def _running(self) -> subprocess.Popen[str]:
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
            return self._process
        if self._owner == os.getpid():
            self._discard()
        command = [sys.executable, "-P", "-m", "contests.ar.worker"]
        pipe, silent = subprocess.PIPE, subprocess.DEVNULL
        # Another process's child (after a fork) is only forgotten: it belongs to the one that started it.
        self._process = subprocess.Popen(
            command,
            stdin=pipe,
            stdout=pipe,
            stderr=silent,
            env=_environment(),
            text=True,
            encoding="utf-8",
        )
        self._owner = os.getpid()
        self._greet(self._process)
        return self._process

    def _greet(self, process: subprocess.Popen[str]) -> None:
        greeting = process.stdout.readline() if process.stdout else ""
        if not greeting:
            self._discard()
            raise ConfigError(
                "the Reasoning Gym process did not start: expected the package reasoning-gym "
                f"{EXPECTED_VERSION} beside r3env (pip install reasoning-gym=={EXPECTED_VERSION})"
            )
        found = json.loads(greeting)["ready"]
        if found != EXPECTED_VERSION:
            self._discard()
            raise ConfigError(
                f"expected reasoning-gym {EXPECTED_VERSION}, found {found}: its problems and scorers differ "
                f"between versions (pip install reasoning-gym=={EXPECTED_VERSION})"
            )

    def _discard(self) -> None:
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


WORKER = Worker()
atexit.register(WORKER.close)


def _after_fork() -> None:
    """The lock may have been held by a thread that does not exist in the forked process."""
    WORKER._lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)


def _ask(operation: str, **fields: Any) -> dict[str, Any]:
    try:
        return WORKER.call(operation, MAKE_LIMIT, **fields)
    except WorkerDiedError as error:
        what = " ".join(str(fields[name]) for name in ("generator", "index") if name in fields)
        message = f"{error} {what}".rstrip() + f" (limit {MAKE_LIMIT:g} s)"
        raise InfrastructureError(message, blame=Blame.HARNESS, kind="generator_died") from error


def make(
    generator: str, parameters: dict[str, Any], index: int, precision: int | None = None
) -> dict[str, Any]:
    """Make one encoded entry (``question``, ``answer``, ``metadata``).

    Args:
        generator: Reasoning Gym generator.
        parameters: its parameters, encoded; ``seed`` and ``size`` included.
        index: index of the entry, from 0.
        precision: digits of decimal arithmetic; None for Python's own 28.

    Raises:
        ConfigError: Reasoning Gym refuses the generator, its parameters or the index.
        InfrastructureError: the child ended while it worked.
    """
    reply = _ask("make", generator=generator, parameters=parameters, index=index, precision=precision)
    if "error" in reply:
        raise ConfigError(f"Reasoning Gym cannot make {generator} entry {index}: {reply['error']}")
    return reply


def score(
    generator: str, parameters: dict[str, Any], entry: dict[str, Any], answers: list[str]
) -> dict[str, Any]:
    """Score spellings of one answer: ``score`` (0 to 1) and ``raised``, or ``error``.

    Raises:
        WorkerDiedError: the scorer ran out of its time or memory.
    """
    return WORKER.call(
        "score", SCORE_LIMIT, generator=generator, parameters=parameters, entry=entry, answers=answers
    )


def known_generators() -> list[str]:
    """Names of all generators of the installed Reasoning Gym."""
    return list(_ask("generators")["generators"])

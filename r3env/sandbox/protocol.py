"""`Sandbox`: where commands run. The agent's persistent shell, and stateless runs for judges and graders.

All paths in this contract are paths inside the sandbox. `r3env.sandbox.conformance` tests a backend.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

from r3env.paths import Paths


@dataclass(frozen=True, slots=True)
class Limits:
    """Resource limits of a sandbox or of one process tree; None means no limit of ours.

    Attributes:
        memory: MiB, of the whole process tree.
        processes: processes and threads at one time.
        file_size: MiB, of one file.
        storage: MiB, of everything written.
        cpu: seconds of CPU time, of the whole process tree (`spawn` only).
        wall: seconds of wall time (`spawn` only).
        output: bytes kept of standard output and of standard error, each.
        stack: MiB; None means as much as ``memory``.
    """

    memory: float | None = 2048
    processes: int | None = 256
    file_size: float | None = 1024
    storage: float | None = 10240
    cpu: float | None = None
    wall: float | None = None
    output: int = 1 << 20
    stack: float | None = None


@dataclass(frozen=True, slots=True)
class Fence:
    """The second fence round one command of the shell (design: two fences).

    Attributes:
        passive: True for a command judged free: only passive programs can be executed, and the whole
            command has a small CPU allowance.
        hidden: folders and files that cannot be opened while the command runs: those of other problems.
            Ignored where ``passive`` is True (free commands may touch any problem's files).
        cpu: CPU seconds allowed to a passive command.
    """

    passive: bool = False
    hidden: frozenset[str] = frozenset()
    cpu: float = 2.0


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What one command of the persistent shell gave.

    Attributes:
        output: standard output and error together, decoded as UTF-8 with replacement, control codes cleaned,
            capped; the cut is marked inside the text.
        exit_code: exit status; None when it timed out or the shell died.
        duration: seconds of wall time.
        timed_out: the time limit struck; ``output`` holds what had come until then.
        truncated: bytes left out of ``output``; 0 when it is whole.
        note: empty, or what happened to the shell (``the shell ended and was restarted`` …).
        renewed: True when a fresh shell ran the command, in place of the one that ran those before.
        restarted: True when a fresh shell replaced the one that ran the command.
    """

    output: str
    exit_code: int | None
    duration: float
    timed_out: bool = False
    truncated: int = 0
    note: str = ""
    renewed: bool = False
    restarted: bool = False


class Ending(StrEnum):
    """How a stateless process ended."""

    EXITED = "exited"
    SIGNALED = "signaled"
    CPU_LIMIT = "cpu_limit"
    WALL_LIMIT = "wall_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """What one stateless process tree gave.

    Attributes:
        ending: how it ended.
        exit_code: exit status when ``ending`` is ``exited``, else None.
        signal: signal number when it was killed by one, else None.
        stdout: bytes of standard output, capped at ``limits.output``.
        stderr: bytes of standard error, capped likewise.
        cpu: CPU seconds of the whole tree.
        wall: seconds of wall time.
        memory: peak MiB of the whole tree (resident).
    """

    ending: Ending
    exit_code: int | None
    signal: int | None
    stdout: bytes
    stderr: bytes
    cpu: float
    wall: float
    memory: float


@dataclass(frozen=True, slots=True)
class Streams:
    """Descriptors of this process that a stateless tree gets, so that one can talk with it while it runs.

    `Sandbox.spawn` takes them over and closes them here, so that the far end sees the tree's end as end of file.

    Attributes:
        stdin: readable; its standard input.
        stdout: writable; its standard output. What is written there is neither kept nor counted.
        leash: readable; when the far end is closed the tree is killed.
    """

    stdin: int
    stdout: int
    leash: int


class FileKind(StrEnum):
    """What stands at a path; `special` is a device, socket or pipe."""

    FILE = "file"
    ABSENT = "absent"
    FOLDER = "folder"
    LINK = "link"
    SPECIAL = "special"
    TOO_LARGE = "too_large"


@dataclass(frozen=True, slots=True)
class FileRead:
    """What `Sandbox.read` found: never follows a link, never blocks, never reads more than the cap."""

    kind: FileKind
    data: bytes = b""
    size: int = 0


@runtime_checkable
class Sandbox(Protocol):
    """One isolated place with a persistent shell. Not thread-safe; one per episode or judge.

    Raises `r3env.errors.SandboxError` when it cannot start or has died. Closing twice is harmless.
    """

    paths: Paths
    caps: frozenset[str]
    """What this backend enforces here: subset of ``exec_fence, file_fence, memory, processes, file_size,
    storage, network, cpu``."""

    def start(self, files: Mapping[str, bytes] = ..., limits: Limits | None = None) -> None:
        """Make the sandbox with ``files`` (absolute path to content) laid out; parents are created."""
        ...

    def run(
        self, command: str, timeout: float = 60.0, fence: Fence | None = None, *, renew: bool = False
    ) -> CommandResult:
        """Run one command line in the persistent shell: working directory and variables last.

        With ``renew`` a new shell takes the place of the present one first, and of all started from it.
        """
        ...

    def spawn(
        self,
        argv: Sequence[str],
        *,
        limits: Limits | None = None,
        files: Mapping[str, bytes] = ...,
        stdin: bytes | Streams | None = None,
        cwd: str | None = None,
    ) -> ProcessResult:
        """Run one stateless process tree (judges, graders); nothing of it survives. ``files`` are laid out
        first and stay. An empty environment but for ``PATH``, ``HOME`` and ``LANG``. ``stdin`` is all of its
        input, or the streams of a run that talks (interactors)."""
        ...

    def read(self, path: str, cap: int = 1 << 20) -> FileRead:
        """Read a file of the sandbox from outside, links not followed."""
        ...

    def write(self, path: str, data: bytes) -> None:
        """Write a file of the sandbox from outside; parents are created, links not followed."""
        ...

    def survivors(self) -> list[str]:
        """Command lines of processes still running besides the shell."""
        ...

    def close(self) -> None:
        """End everything in it and remove its folders."""
        ...


MEMBERS = ("paths", "caps", "start", "run", "spawn", "read", "write", "survivors", "close")
"""What a sandbox must have."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Result of a backend's self-check: what was tested, what holds, and how to get more."""

    backend: str
    available: bool
    caps: frozenset[str] = frozenset()
    tested: Mapping[str, str] = field(default_factory=dict)
    advice: str = ""

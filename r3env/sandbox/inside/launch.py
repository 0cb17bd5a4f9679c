"""Starting a process as the agent: user id, limits, no capabilities, system-call filter."""

from __future__ import annotations

import os
import resource
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from r3env.sandbox.inside import kernel, notify

MIB = 1 << 20


def set_limits(limits: Mapping[str, Any], crowd: int) -> None:
    """Resource limits of this process and all it starts.

    Args:
        limits: keys of `r3env.sandbox.Limits`.
        crowd: processes of the same user outside the sandbox, which the kernel counts with the rest.
    """
    stack = limits["stack"] if limits["stack"] is not None else limits["memory"]
    processes = None if limits["processes"] is None else limits["processes"] + crowd
    wanted = [
        (resource.RLIMIT_NPROC, processes, 1),
        (resource.RLIMIT_FSIZE, limits["file_size"], MIB),
        (resource.RLIMIT_STACK, stack, MIB),
        # The warden meters CPU time of the whole tree; this only bounds one process should it fail.
        (resource.RLIMIT_CPU, None if limits["cpu"] is None else limits["cpu"] + 2, 1),
        (resource.RLIMIT_NOFILE, 1024, 1),
        (resource.RLIMIT_CORE, 0, 1),
    ]
    for which, value, unit in wanted:
        if value is not None:
            number = int(value * unit)
            _soft, hard = resource.getrlimit(which)
            if hard != resource.RLIM_INFINITY:
                number = min(number, hard)
            resource.setrlimit(which, (number, number))


class Launcher:
    """Starts processes as the agent, for good: no way back to the warden's rights.

    Args:
        uid: user id to become; None: stay.
        confine: what a backend without namespaces does to the child.
        crowd: see `set_limits`.
    """

    def __init__(self, uid: int | None, confine: Callable[[], None] | None = None, crowd: int = 0) -> None:
        self.uid = uid
        self._confine = confine
        self._crowd = crowd

    def start(
        self,
        argv: Sequence[str],
        stdio: tuple[int, int, int],
        cwd: str,
        environment: Mapping[str, str],
        limits: Mapping[str, Any],
    ) -> tuple[int, int]:
        """Fork and execute in a process group of its own; gives its id and the supervisor's listener or -1."""
        ours, theirs = socket.socketpair()
        with ours, theirs:
            pid = os.fork()
            if not pid:
                try:
                    self._become(stdio, cwd, limits, theirs)
                    _execute(argv, environment)
                except BaseException as error:
                    os.write(2, f"{argv[0]}: cannot start: {error}\n".encode(errors="replace"))
                finally:
                    os._exit(126)
            theirs.close()
            return pid, notify.take(ours) if self._confine else -1

    def _become(
        self, stdio: tuple[int, int, int], cwd: str, limits: Mapping[str, Any], channel: socket.socket
    ) -> None:
        # No session of its own: as a leader, a shell would take its terminal for a controlling one, and a
        # program that asks for that would read our lines.
        os.setpgid(0, 0)
        for target, source in enumerate(stdio):
            os.dup2(source, target)
        os.umask(0o022)
        for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        set_limits(limits, self._crowd)
        kernel.drop_privileges(self.uid)
        os.chdir(cwd)
        if self._confine:
            self._confine()
            notify.install(channel)
        else:
            kernel.install_filter()


def _execute(argv: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """``exec``; on failure say why and leave with the shell's exit code for it."""
    try:
        os.execvpe(argv[0], list(argv), dict(environment))
    except OSError as error:
        os.write(2, f"{argv[0]}: {error.strerror}\n".encode(errors="replace"))
        os._exit(127 if isinstance(error, FileNotFoundError) else 126)

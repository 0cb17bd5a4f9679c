"""Starting a process as the agent: user id, limits, no capabilities, system-call filter."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from r3env.sandbox.inside import kernel

MIB = 1 << 20


def set_limits(limits: Mapping[str, Any]) -> None:
    """Resource limits of this process and all it starts; keys are those of `r3env.sandbox.Limits`."""
    stack = limits["stack"] if limits["stack"] is not None else limits["memory"]
    wanted = [
        (resource.RLIMIT_NPROC, limits["processes"], 1),
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


def become_agent(uid: int | None, limits: Mapping[str, Any]) -> None:
    """Turn a forked child of the warden into a process of the agent, for good."""
    os.umask(0o022)
    for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    set_limits(limits)
    kernel.drop_privileges(uid)
    kernel.install_filter()


def replace(argv: Sequence[str], environment: Mapping[str, str], report: int) -> NoReturn:
    """``exec``; on failure write the reason to ``report`` and leave with the shell's exit code for it."""
    try:
        os.execvpe(argv[0], list(argv), dict(environment))
    except OSError as error:
        os.write(report, f"{argv[0]}: {error.strerror}\n".encode(errors="replace"))
        os._exit(127 if isinstance(error, FileNotFoundError) else 126)

"""Starts one program from a small process and reports its use: a program of its own, standard library only.

Usage: ``plain_launcher.py REPORT CPU MEMORY OUTPUT PROGRAM [ARG …]`` with limits in seconds, MiB and bytes, 0 for
none. REPORT gets ``status cpu_seconds peak_kib``. A child inherits the peak of the process that forks it, so that
process must be small.
"""

import os
import resource
import signal
import sys
from collections.abc import Sequence


def restrict(cpu: int, memory: int, output: int) -> None:
    """Limits of the child; memory and stack are generous, since the verdict is read from the use."""
    if cpu:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
    if memory:
        size = memory << 20
        resource.setrlimit(resource.RLIMIT_AS, (4 * size + (64 << 20),) * 2)
        resource.setrlimit(resource.RLIMIT_STACK, (size, size))
    resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(report: str, cpu: str, memory: str, output: str, *argv: str) -> None:
    """Run ``argv`` under the limits, wait for it, write the report."""
    child = os.fork()
    if child == 0:
        _become(argv, int(cpu), int(memory), int(output))
    _, status, usage = os.wait4(child, 0)
    seconds = usage.ru_utime + usage.ru_stime
    with open(report, "w") as file:  # noqa: PTH123  pathlib would double the start-up time
        file.write(f"{status} {seconds} {usage.ru_maxrss}")


def _become(argv: Sequence[str], cpu: int, memory: int, output: int) -> None:
    try:
        for ignored in (signal.SIGXFSZ, signal.SIGPIPE):  # by the interpreter, and it would be inherited
            signal.signal(ignored, signal.SIG_DFL)
        restrict(cpu, memory, output)
        os.execv(argv[0], list(argv))
    finally:
        os._exit(127)


if __name__ == "__main__":
    main(*sys.argv[1:])

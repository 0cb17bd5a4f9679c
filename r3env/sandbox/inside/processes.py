"""What runs in the sandbox: a look at ``/proc``, and freezing, ending and metering of processes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_DEATH_TIME = 1.0  # seconds a killed process may take to be gone
_STOP_TIME = 0.2  # seconds; a process deep in the kernel stops when it comes out
_ROOM = 512
_RUNNING_STATES = frozenset("RSDTtIWPK")


class Process(NamedTuple):
    """One live process: CPU seconds of its own and of its waited-for children, resident bytes."""

    pid: int
    cpu: float
    children_cpu: float
    resident: int


def look(pid: int) -> Process | None:
    """The process, or None when it has gone or is only waiting to be reaped."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - on every tick: kept cheap
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    if fields[0].decode() not in _RUNNING_STATES:
        return None
    user, system, child_user, child_system = (int(field) for field in fields[11:15])
    return Process(pid, (user + system) / _TICK, (child_user + child_system) / _TICK, int(fields[21]) * _PAGE)


def others(besides: Collection[int] = ()) -> list[int]:
    """Process ids of the sandbox but for this process and those given, zombies too."""
    me = os.getpid()
    # As process 1 the namespace is ours; else the sandbox is what descends from us, who adopt all orphans.
    pids = map(int, filter(str.isdigit, os.listdir("/proc"))) if me == 1 else descendants(me)  # noqa: PTH208
    return [pid for pid in pids if pid != me and pid not in besides]


def descendants(root: int, skip: Callable[[int], bool] = lambda _pid: False) -> list[int]:
    """What descends from ``root``, without the branches that ``skip`` names."""
    found, waiting = [], [root]
    while waiting:
        parent = waiting.pop()
        below: list[int] = []
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{parent}/task"):  # noqa: PTH208
                text = Path(f"/proc/{parent}/task/{thread}/children").read_text()
                below += [pid for pid in map(int, text.split()) if not skip(pid)]
        found += below
        waiting += below
    return found


def foreground(shell: int) -> list[int]:
    """What the shell waits for. Its background jobs ignore the interrupt signal, by which they are known."""
    return descendants(shell, _ignores_interrupt)


def _ignores_interrupt(pid: int) -> bool:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("SigIgn:"):
                return bool(int(line.split()[1], 16) & 1 << (signal.SIGINT - 1))
    return True


def living(besides: Collection[int] = ()) -> list[Process]:
    """All live processes but this one and those given."""
    return [process for pid in others(besides) if (process := look(pid)) is not None]


def crowd() -> int:
    """Threads that this user runs on the whole machine, and room for some more to come."""
    mine, count = os.getuid(), 0
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        with suppress(OSError):
            if Path(f"/proc/{name}").stat().st_uid == mine:
                count += len(os.listdir(f"/proc/{name}/task"))  # noqa: PTH208
    return count + _ROOM


def proportional(pid: int) -> int:
    """Resident bytes with shared pages divided among their sharers; 0 when it cannot be read."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def command_line(pid: int) -> str:
    """The command line of a process, or its name in brackets."""
    with suppress(OSError):
        text = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").strip()
        if text:
            return text.decode(errors="replace")
        return f"[{Path(f'/proc/{pid}/comm').read_text().strip()}]"
    return ""


def send_signal(pid: int, number: int) -> None:
    """Signal one process; one that has gone is fine."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def freeze(besides: Collection[int]) -> list[int]:
    """Stop every process but this one and those given, forks included; gives the stopped ones."""
    first = os.getpid() == 1
    if first:
        # One call signals all at once, so that nothing can fork its way out of the list.
        send_signal(-1, signal.SIGSTOP)
        for pid in besides:
            send_signal(pid, signal.SIGCONT)
    end_of_wait = time.monotonic() + _STOP_TIME
    signalled: set[int] = set()
    while True:
        listed = others(besides)
        if not first:
            for pid in set(listed) - signalled:
                send_signal(pid, signal.SIGSTOP)
            signalled |= set(listed)
        # A fork under way still gives a child: the list is whole when everybody on it stands still, and looked at
        # anew then, since a child may have come between the list and the look.
        if (all(map(_still, listed)) and listed == others(besides)) or time.monotonic() >= end_of_wait:
            return listed


def _still(pid: int) -> bool:
    """Whether a process is stopped, or dead."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "TtZX"
    except OSError:
        return True


def thaw(pids: Collection[int]) -> None:
    """Let stopped processes go on."""
    for pid in pids:
        send_signal(pid, signal.SIGCONT)


def end(besides: Collection[int], stopped: Collection[int] = ()) -> int:
    """Kill every process but this one, those given, and those in ``stopped`` (which stay stopped).

    Returns the number of processes killed.
    """
    if not living({*besides, *stopped}):
        return 0
    victims = [pid for pid in freeze(besides) if pid not in stopped]
    for pid in victims:
        send_signal(pid, signal.SIGKILL)
    end_of_wait = time.monotonic() + _DEATH_TIME
    while (left := living({*besides, *stopped})) and time.monotonic() < end_of_wait:
        for process in left:
            send_signal(process.pid, signal.SIGKILL)
        time.sleep(0.0002)
    return len(victims)


def open_paths(pid: int) -> tuple[str, dict[int, str]]:
    """Working directory and open descriptors of a process, as paths; empty where they cannot be read."""
    folder = ""
    with suppress(OSError):
        folder = os.readlink(f"/proc/{pid}/cwd")  # noqa: PTH115
    found: dict[int, str] = {}
    try:
        for name in os.listdir(f"/proc/{pid}/fd"):  # noqa: PTH208
            with suppress(OSError):
                found[int(name)] = os.readlink(f"/proc/{pid}/fd/{name}")  # noqa: PTH115
    except OSError:
        pass
    return folder, found

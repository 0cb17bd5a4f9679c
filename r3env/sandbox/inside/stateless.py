"""One stateless process tree under limits: started, fed, watched, metered, ended (`Sandbox.spawn`)."""

from __future__ import annotations

import os
import resource
import select
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from r3env.sandbox.inside import launch, processes

_FIRST_LOOK, _LOOKS = 0.004, 0.02  # seconds between looks at the tree: soon at first, then every 20 ms
_CHUNK = 1 << 16


class Tree:
    """A process tree from start to end.

    Args:
        keep: process ids that are no part of it.
        limits: keys of `r3env.sandbox.Limits`.
    """

    def __init__(self, keep: Sequence[int], limits: Mapping[str, Any]) -> None:
        self.keep = list(keep)
        self.limits = limits
        self.stdout, self.stderr = bytearray(), bytearray()
        self.output: dict[int, bytearray] = {}
        self.leash = -1
        self.ending = ""
        self.status: int | None = None
        self.cpu = 0.0
        self.peak = 0
        self.pid = 0
        self.listener = -1
        self._own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    def start(
        self,
        launcher: launch.Launcher,
        argv: Sequence[str],
        stdin: int,
        cwd: str,
        environment: Mapping[str, str],
        stdout: int = -1,
        leash: int = -1,
    ) -> None:
        """Fork and execute; standard output is kept here unless a descriptor for it is given."""
        self.leash = leash
        writes = []
        for kept in [self.stderr] if stdout >= 0 else [self.stderr, self.stdout]:
            read, write = os.pipe()
            writes.append(write)
            self.output[read] = kept
        stdio = (stdin, stdout if stdout >= 0 else writes[1], writes[0])
        self.pid, self.listener = launcher.start(argv, stdio, cwd, environment, self.limits)
        for fd in writes:
            os.close(fd)

    def watch(self, reap: Callable[[Tree], None], wake: int, supervise: Callable[[int], bool] | None) -> None:
        """Read output, look at the tree and reap until it ends; then kill what is left of it."""
        began = time.monotonic()
        poll = select.poll()
        for fd in (*self.output, wake, self.leash, self.listener):
            if fd >= 0:
                poll.register(fd, select.POLLIN)
        interval = _FIRST_LOOK
        next_look = began + interval
        while self.status is None:
            deadline = next_look
            if self.limits["wall"] is not None:
                deadline = min(deadline, began + self.limits["wall"])
            for fd, events in poll.poll(max(0.0, deadline - time.monotonic()) * 1000 + 0.5):
                if fd == wake:
                    with suppress(BlockingIOError):
                        os.read(wake, 4096)
                elif fd == self.leash:
                    poll.unregister(fd)
                    processes.end(self.keep)
                elif supervise and fd == self.listener:
                    if not events & select.POLLIN or not supervise(fd):
                        poll.unregister(fd)
                elif not self._read(fd):
                    poll.unregister(fd)
            reap(self)
            now = time.monotonic()
            if self.limits["wall"] is not None and now - began >= self.limits["wall"]:
                self._stop("wall_limit")
            if now >= next_look and not self.ending:
                self._look()
                interval = min(_LOOKS, interval * 2)
                next_look = now + interval
        processes.end(self.keep)
        while processes.living(self.keep):
            reap(self)
            time.sleep(0.0005)
        reap(self)
        for fd in self.output:
            self._drain(fd)
        if self.listener >= 0:
            os.close(self.listener)

    def account(self, pid: int, status: int, usage: resource.struct_rusage) -> None:
        """Note a reaped process of the tree."""
        self.cpu += usage.ru_utime + usage.ru_stime
        # A fresh fork carries the warden's own size until it executes: no figure of the program's.
        if usage.ru_maxrss * 1024 > self._own + launch.MIB:
            self.peak = max(self.peak, usage.ru_maxrss * 1024)
        if pid == self.pid:
            self.status = status

    def result(self, wall: float) -> dict[str, Any]:
        """The fields of `r3env.sandbox.ProcessResult` but for the output."""
        limits, status = self.limits, self.status if self.status is not None else 0
        ending = self.ending
        if not ending and limits["memory"] is not None and self.peak > limits["memory"] * launch.MIB:
            ending = "memory_limit"
        if not ending and limits["cpu"] is not None and self.cpu > limits["cpu"]:
            ending = "cpu_limit"
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        if not ending:
            ending = "signaled" if number is not None else "exited"
        return {
            "ending": ending,
            "exit_code": os.WEXITSTATUS(status) if ending == "exited" else None,
            "signal": number,
            "cpu": self.cpu,
            "wall": wall,
            "memory": self.peak / launch.MIB,
        }

    def _look(self) -> None:
        tree = processes.living(self.keep)
        if self.limits["processes"] is not None and len(tree) > self.limits["processes"]:
            processes.end(self.keep)  # where the kernel cannot count the tree alone
        size = sum(process.resident for process in tree)
        if self.limits["memory"] is not None and size > self.limits["memory"] * launch.MIB and len(tree) > 1:
            size = sum(processes.proportional(process.pid) for process in tree)
        self.peak = max(self.peak, size)
        if self.limits["memory"] is not None and size > self.limits["memory"] * launch.MIB:
            self._stop("memory_limit")
        used = self.cpu + sum(process.cpu + process.children_cpu for process in tree)
        if self.limits["cpu"] is not None and used > self.limits["cpu"]:
            self._stop("cpu_limit")

    def _stop(self, ending: str) -> None:
        self.ending = self.ending or ending
        processes.end(self.keep)

    def _read(self, fd: int) -> bool:
        data = os.read(fd, _CHUNK)
        kept = self.output[fd]
        room = self.limits["output"] - len(kept)
        kept += data[:room]
        if len(data) > room and not self.ending:
            self._stop("output_limit")
        return bool(data)

    def _drain(self, fd: int) -> None:
        while self._read(fd):
            pass
        os.close(fd)

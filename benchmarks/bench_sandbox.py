"""Sandbox costs on each backend that works here: start, one command with both fences up, spawn, growth."""

from __future__ import annotations

import os
import statistics
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from r3env.sandbox import Fence, Limits, Sandbox, check_all, open_sandbox


def median_ms(action: Callable[[], object], repeats: int) -> float:
    """Median wall time of an action in milliseconds."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000


def start_ms(name: str, repeats: int = 15) -> float:
    """Open, start, first command, in milliseconds; closing is not counted."""
    times = []
    for _ in range(repeats):
        box = open_sandbox(name)
        began = time.perf_counter()
        box.start()
        box.run("true")
        times.append(time.perf_counter() - began)
        box.close()
    return statistics.median(times) * 1000


def commands(box: Sandbox) -> None:
    """Overhead of a command over the bare process, free and counted in turn, so that both fences switch."""
    logs = box.paths.logs
    box.run(f"mkdir -p {logs}/problem_A {logs}/problem_B {logs}/problem_C")
    free = Fence(passive=True)
    counted = Fence(
        hidden=frozenset({f"{logs}/problem_B", f"{logs}/problem_C", f"{box.paths.app}/solution_B.cpp"})
    )
    bare = median_ms(lambda: subprocess.run(["/bin/cat", "/dev/null"], check=True), 200)
    turns = (
        median_ms(lambda: (box.run("cat /dev/null", 10, free), box.run("cat /dev/null", 10, counted)), 200)
        / 2
    )
    builtin = median_ms(lambda: (box.run(":", 10, free), box.run(":", 10, counted)), 200) / 2
    print(
        f"  a command, fences switching each time   {turns:6.2f} ms (bare process {bare:.2f}): +{turns - bare:.2f}"
    )
    print(f"  a builtin, fences switching each time   {builtin:6.2f} ms")


def spawns(box: Sandbox) -> None:
    """Overhead of a stateless run over the bare process."""
    bare = median_ms(lambda: subprocess.run(["/bin/cat", "/dev/null"], check=True), 100)
    limits = Limits(memory=256, cpu=10, wall=10)
    spawned = median_ms(lambda: box.spawn(["/bin/cat", "/dev/null"], limits=limits), 100)
    over = f"(bare process {bare:.2f}): +{spawned - bare:.2f}"
    print(f"  a stateless run                         {spawned:6.2f} ms {over}")


def growth(box: Sandbox, number: int = 1000) -> None:
    """Descriptors and memory of this process over many commands."""

    def size() -> tuple[int, int]:
        resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
        return len(list(Path("/proc/self/fd").iterdir())), resident

    before = size()
    began = time.perf_counter()
    for turn in range(number):
        box.run(f"echo {turn} > f", 10, Fence(passive=turn % 2 == 0))
    took = time.perf_counter() - began
    after = size()
    change = f"descriptors {before[0]} → {after[0]}, memory {before[1]} → {after[1]} KiB"
    print(f"  {number} commands                           {took * 1000:6.0f} ms, {change}")


def side_by_side(name: str, number: int = 8) -> None:
    """Many sandboxes at once: how long the slowest of their commands took, and whether any timed out."""
    slowest, late = [0.0] * number, [0] * number

    def play(index: int) -> None:
        box = open_sandbox(name)
        box.start()
        for _ in range(20):
            result = box.run("ls / > /dev/null", 5)
            slowest[index] = max(slowest[index], result.duration)
            late[index] += result.timed_out
        box.close()

    threads = [threading.Thread(target=play, args=(index,)) for index in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(
        f"  {number} side by side: slowest command          {max(slowest) * 1000:6.0f} ms, {sum(late)} time-outs"
    )


def main() -> None:
    """Print medians for every backend that works here."""
    for report in check_all():
        if not report.available:
            print(f"{report.backend}: not available here")
            continue
        print(report.backend)
        print(f"  start and first command                 {start_ms(report.backend):6.1f} ms")
        box = open_sandbox(report.backend)
        box.start()
        try:
            commands(box)
            spawns(box)
            growth(box)
        finally:
            box.close()
        side_by_side(report.backend)


if __name__ == "__main__":
    main()

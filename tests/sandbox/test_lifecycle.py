"""Start, death, close: nothing stays behind, many live side by side, a dead sandbox says so."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from r3env.errors import SandboxError
from r3env.sandbox import Limits, Sandbox


def _tagged(tag: str) -> list[str]:
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            if tag.encode() in place.read_bytes():
                found.append(place.parent.name)
        except OSError:
            continue
    return found


def _gone(tag: str, seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while _tagged(tag):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_close_twice_and_use_after_close(make: Callable[[], Sandbox]) -> None:
    box = make()
    with pytest.raises(SandboxError, match="start"):
        box.run("true")
    box.start()
    with pytest.raises(SandboxError, match="already"):
        box.start()
    assert box.run("echo ok").output == "ok\n"
    box.close()
    box.close()
    for use in (lambda: box.run("true"), lambda: box.read(f"{box.paths.app}/x"), box.survivors):
        with pytest.raises(SandboxError):
            use()


def test_a_sandbox_that_dies_says_so(make: Callable[[], Sandbox]) -> None:
    box = make()
    box.start()
    try:
        box.run("true")
        process = box._link._process  # type: ignore[attr-defined]  # from outside: what an out-of-memory kill would do
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for pid in [*map(int, children), process.pid]:
            os.kill(pid, signal.SIGKILL)
        for _ in range(2):
            with pytest.raises(SandboxError, match="died") as caught:
                box.run("true", timeout=5)
            assert caught.value.kind == "sandbox_broken"
    finally:
        box.close()


def test_a_shell_that_is_killed_from_inside_is_no_broken_sandbox(box: Sandbox) -> None:
    box.run("kill -9 -1", timeout=20)
    box.run("pkill -9 -f . ; killall5 -9; kill -9 1; kill -STOP 1", timeout=20)
    assert box.run("echo ok", timeout=20).output == "ok\n"


def test_sandboxes_side_by_side_in_threads(make: Callable[[], Sandbox]) -> None:
    faults: list[object] = []

    def play(number: int) -> None:
        try:
            box = make()
            box.start(limits=Limits(processes=20))
            try:
                for turn in range(5):
                    result = box.run(f"x={number}; sleep 0.05; echo {turn} $x > f; cat f", timeout=60)
                    if result.output != f"{turn} {number}\n":
                        faults.append(result)
            finally:
                box.close()
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_a_sandbox_outlives_the_thread_that_started_it(make: Callable[[], Sandbox]) -> None:
    box = make()
    thread = threading.Thread(target=box.start)
    thread.start()
    thread.join()
    try:
        assert box.run("echo ok").output == "ok\n"
    finally:
        box.close()


def test_a_killed_parent_leaves_nothing(backend: str) -> None:
    code = f"""
        import sys, time
        from r3env.sandbox import open_sandbox
        box = open_sandbox({backend!r})
        box.start()
        box.run("setsid bash -c 'trap \\"\\" TERM HUP; sleep 60; sleep 60' & sleep 60 &")
        print(box.tag, flush=True)
        time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        tag = parent.stdout.readline().strip()
        try:
            assert _tagged(tag)
        finally:
            parent.kill()
    assert _gone(tag)
    end = time.monotonic() + 20
    folder = Path(tempfile.gettempdir(), f"r3env-{tag}")
    while folder.exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not folder.exists()


def test_an_abandoned_sandbox_is_collected(make: Callable[[], Sandbox]) -> None:
    box = make()
    box.start()
    box.run("sleep 60 &")
    tag = box.tag  # type: ignore[attr-defined]
    assert _tagged(tag)
    del box
    assert _gone(tag)


def test_many_commands_do_not_grow(box: Sandbox) -> None:
    def size() -> tuple[int, int]:
        return len([*Path("/proc/self/fd").iterdir()]), int(box.run("ls -A $TMPDIR . | wc -l").output)

    for _ in range(20):
        box.run("true")
    before = size()
    for number in range(150):
        assert box.run(f"echo {number}; (sleep 0.001 &)").output == f"{number}\n"
    assert size() == before


def test_bash_must_be_there(make: Callable[[], Sandbox], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("r3env.sandbox.base.SHELL", "no-such-shell")
    box = make()
    box.start()
    try:
        with pytest.raises(SandboxError, match="no shell"):
            box.run("true")
    finally:
        box.close()


def test_a_live_sandbox_is_not_copied(box: Sandbox) -> None:
    for copy_it in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="open another one"):
            copy_it(box)


def test_background_jobs_outlive_a_shell_that_leaves(box: Sandbox) -> None:
    box.run("sleep 60 & sleep 0.2")
    assert box.run("exit 3").restarted
    assert box.survivors() == ["sleep 60"]


def test_a_chatty_job_does_not_hide_a_breach_of_memory(box: Sandbox) -> None:
    result = box.run(
        "(while :; do echo x; /bin/true; done) & python3 -c 'x = bytearray(1 << 30); print(len(x))'"
    )
    assert "1073741824" not in result.output
    assert "memory" in result.note


def test_many_start_at_once_and_no_sweep_takes_a_neighbours_folder(make: Callable[[], Sandbox]) -> None:
    boxes = [make() for _ in range(8)]
    for _ in range(4):
        failures: list[BaseException] = []
        barrier = threading.Barrier(len(boxes))

        def begin(
            box: Sandbox, barrier: threading.Barrier = barrier, to: list[BaseException] = failures
        ) -> None:
            barrier.wait()
            try:
                box.start()
            except BaseException as error:
                to.append(error)

        threads = [threading.Thread(target=begin, args=(box,)) for box in boxes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for box in boxes:
            box.close()
        assert failures == []
        boxes = [make() for _ in boxes]

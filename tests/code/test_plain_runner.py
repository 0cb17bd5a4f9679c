"""The plain runner lets go of everything: when it is interrupted, when a child stays behind, when nothing starts."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from contests.code.conversation import converse
from contests.code.package import load_package
from contests.code.plain_runner import PlainRunner
from r3env.sandbox.protocol import Limits, ProcessResult, Streams

LIMITS = Limits(memory=128, cpu=5, wall=30, output=1 << 16)
EXAMPLE = Path(__file__).parents[2] / "examples" / "hidden-dial"


def gone(pid: int) -> bool:
    """Whether a process ends soon; one that nobody has reaped yet counts as ended."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        status = Path(f"/proc/{pid}/stat")
        if not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.01)
    return False


def test_an_interrupt_ends_the_program_and_is_not_held_up(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    main = threading.main_thread().ident
    assert main is not None

    def interrupt() -> None:
        while not (told.exists() and told.read_text()):
            time.sleep(0.01)
        signal.pthread_kill(main, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    source = f"import os, time; open({str(told)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    with pytest.raises(KeyboardInterrupt):
        PlainRunner(tmp_path).run("python", source, b"", LIMITS)
    assert gone(int(told.read_text()))
    assert not [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]


def test_what_a_program_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    source = "import os, time\npid = os.fork()\nif pid == 0:\n    time.sleep(60)\nprint(pid, flush=True)\n"
    result = PlainRunner(tmp_path).run("python", source, b"", LIMITS)
    assert gone(int(result.stdout))


def test_a_child_that_keeps_the_output_open_does_not_hold_up_a_conversation(tmp_path: Path) -> None:
    class Leaver:
        language = "python"
        source = "import os, time\nif os.fork() == 0:\n    time.sleep(60)\n"

    began = time.monotonic()
    _, judged = PlainRunner(tmp_path)(load_package(EXAMPLE), Leaver(), b"9 9 4\n", b"", LIMITS)
    assert str(judged.verdict) == "wrong answer", judged
    assert time.monotonic() - began < 25  # it sleeps for 60, and the interactor has more than 30


def test_streams_are_closed_when_nothing_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    runner = PlainRunner(tmp_path)

    def start(streams: Streams) -> ProcessResult:
        return runner._run_with(["/bin/true"], LIMITS, streams)

    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    with pytest.raises(BlockingIOError):
        converse(start, start, limit=100)
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208

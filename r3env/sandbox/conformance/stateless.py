"""Checks of what comes from outside: files read and written, stateless runs."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress

from r3env.sandbox.conformance.harness import PATIENCE, Factory, Opened, expect, run_in
from r3env.sandbox.protocol import Ending, FileKind, Limits, ProcessResult, Sandbox, Streams


def read_types(make: Factory) -> None:
    """`read` says what stands at a path, and never follows, blocks or reads too much."""
    with Opened(make, file=b"data") as box:
        app = box.paths.app
        run_in(
            box,
            f"ln -s /etc/passwd link; ln -s {app} folder_link; mkfifo pipe; mkdir folder; truncate -s 5M big",
        )
        wanted = {
            "file": FileKind.FILE, "nothing": FileKind.ABSENT, "folder": FileKind.FOLDER, "link": FileKind.LINK,
            "folder_link/file": FileKind.LINK, "pipe": FileKind.SPECIAL, "big": FileKind.TOO_LARGE,
        }  # fmt: skip
        for name, kind in wanted.items():
            found = box.read(f"{app}/{name}", cap=1 << 20)
            expect(found.kind is kind, f"{name} is a {kind}", found.kind)
        expect(box.read(f"{app}/file").data == b"data", "the content is whole", None)
        for name in ("link", "pipe", "new/deep"):
            box.write(f"{app}/{name}", b"fresh")
            expect(box.read(f"{app}/{name}").data == b"fresh", f"{name} is replaced by a file", None)


def spawn_endings(make: Factory) -> None:
    """A process tree ends as exited, signalled, or at the limit that struck; nothing of it is left."""
    python = ["python3", "-c"]
    tight = Limits(memory=200, processes=20, cpu=1.0, wall=3.0, output=1000)
    cases: list[tuple[list[str], Ending, int | None]] = [
        (["sh", "-c", "cat; exit 4"], Ending.EXITED, 4),
        (["sh", "-c", "kill -SEGV $$"], Ending.SIGNALED, None),
        ([*python, "x = bytearray(900 << 20); print(len(x))"], Ending.MEMORY_LIMIT, None),
        (["sleep", "60"], Ending.WALL_LIMIT, None),
        (["yes"], Ending.OUTPUT_LIMIT, None),
        (["sh", "-c", "setsid sleep 60 & exit 0"], Ending.EXITED, 0),
    ]
    with Opened(make) as box:
        for argv, ending, code in cases:
            result = box.spawn(argv, limits=tight, stdin=b"in")
            expect((result.ending, result.exit_code) == (ending, code), f"{argv} ends {ending}", result)
            expect(box.survivors() == [], f"{argv} leaves nothing", box.survivors())
        result = box.spawn(["sh", "-c", "while :; do :; done"], limits=Limits(cpu=0.3, wall=PATIENCE))
        expect(result.ending is Ending.CPU_LIMIT, "a loop ends at the CPU limit", result)
        result = box.spawn(["sh", "-c", "cat; pwd"], stdin=b"in\n", cwd=box.paths.logs)
        expect(result.stdout == f"in\n{box.paths.logs}\n".encode(), "input and folder", result)


def spawn_streams(make: Factory) -> None:
    """A run with streams can be talked with while it runs, shows its end as end of file, and ends with its leash."""
    with Opened(make) as box:
        near, run = _talk(
            box, "while read line; do echo got $line; done; exec >&-; ls /proc/self/fd >&2; exit 5"
        )
        with near:
            for word in (b"one", b"two"):
                os.write(near.stdin, word + b"\n")
                expect(near.read() == b"got %s\n" % word, "each line is answered at once", word)
            near.close("stdin")
            expect(near.read() == b"", "closed output is seen as end of file", None)
            result = run()
        expect((result.ending, result.exit_code) == (Ending.EXITED, 5), "it ends by itself", result)
        expect(result.stdout == b"", "what it says is not kept", result.stdout)
        inherited = [fd for fd in result.stderr.split() if fd.isdigit() and int(fd) > 3]
        expect(not inherited, "no descriptor but its own is handed on", result.stderr)
        near, run = _talk(box, "setsid sleep 60 & echo up; sleep 60")
        with near:
            expect(near.read() == b"up\n", "it runs", None)
            near.close("leash")
            result = run()
        expect(result.signal == 9, "the leash kills it", result)
        expect(box.survivors() == [], "and all that it has started", box.survivors())


class _Near:
    """Our ends of the streams of one run."""

    def __init__(self, stdin: int, stdout: int, leash: int) -> None:
        self.stdin, self.stdout, self.leash = stdin, stdout, leash

    def close(self, *names: str) -> None:
        """Close some of them."""
        for name in names:
            with suppress(OSError):
                os.close(getattr(self, name))
            setattr(self, name, -1)

    def read(self) -> bytes:
        """What comes next on its output; a backend that lets nothing come does not hold the suite up."""
        ready, _, _ = select.select([self.stdout], [], [], PATIENCE)
        expect(bool(ready), f"output or its end comes within {PATIENCE:g} s", None)
        return os.read(self.stdout, 100)

    def __enter__(self) -> _Near:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close("leash", "stdin", "stdout")


def _talk(box: Sandbox, script: str) -> tuple[_Near, Callable[[], ProcessResult]]:
    """Start a shell script with streams; the function waits for its result."""
    stdin, stdout, leash = os.pipe(), os.pipe(), os.pipe()
    results: list[ProcessResult] = []
    streams = Streams(stdin[0], stdout[1], leash[0])
    limits = Limits(wall=PATIENCE)
    thread = threading.Thread(
        target=lambda: results.append(box.spawn(["sh", "-c", script], limits=limits, stdin=streams))
    )
    thread.start()

    def result() -> ProcessResult:
        thread.join()
        expect(bool(results), "the run gives a result", None)
        return results[0]

    return _Near(stdin[1], stdout[0], leash[1]), result

"""Checks of what comes from outside: files read and written, stateless runs."""

from __future__ import annotations

from r3env.sandbox.conformance.harness import PATIENCE, Factory, Opened, expect, run_in
from r3env.sandbox.protocol import Ending, FileKind, Limits


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

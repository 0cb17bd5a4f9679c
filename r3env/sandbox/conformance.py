"""What every sandbox must hold, as checks to run against any backend: yours too.

Each check takes a factory of sandboxes that are not started, and raises `ConformanceError` with what went wrong.
A check that needs a capability the backend does not claim is skipped by `run`.

    >>> from r3env.sandbox import conformance, open_sandbox
    >>> conformance.run(open_sandbox)                                           # doctest: +SKIP
    {'shell_state': 'ok', 'shell_output': 'ok', ...}
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable
from pathlib import Path

from r3env.sandbox.protocol import CommandResult, Ending, Fence, FileKind, Limits, Sandbox

Factory = Callable[[], Sandbox]
Check = Callable[[Factory], None]

SMALL = Limits(memory=256, processes=40, file_size=8, storage=64, output=1 << 16)
_PATIENCE = 30.0  # seconds: this is no benchmark


class ConformanceError(AssertionError):
    """A sandbox does not keep the contract."""


class _Open:
    """A started sandbox for a ``with`` block."""

    def __init__(self, make: Factory, limits: Limits = SMALL, **files: bytes) -> None:
        self.box = make()
        self._files = {f"{self.box.paths.app}/{name}": data for name, data in files.items()}
        self._limits = limits

    def __enter__(self) -> Sandbox:
        self.box.start(self._files, self._limits)
        return self.box

    def __exit__(self, *_error: object) -> None:
        self.box.close()


def _expect(holds: bool, what: str, saw: object) -> None:
    if not holds:
        raise ConformanceError(f"{what}; saw {saw!r}")


def _run(box: Sandbox, command: str, fence: Fence | None = None, timeout: float = _PATIENCE) -> CommandResult:
    return box.run(command, timeout, fence)


# -- the shell


def shell_state(make: Factory) -> None:
    """Directory, variables and ``$?`` last from one command to the next."""
    with _Open(make) as box:
        _run(box, "cd /; x='a b'; f() { echo f$1; }; false")
        result = _run(box, 'echo "$? $x $PWD"; f 3')
        _expect(result.output == "1 a b /\nf3\n", "state must last", result)


def shell_output(make: Factory) -> None:
    """Output is exact, both streams in order, capped with the cut marked; exit codes are the command's."""
    with _Open(make) as box:
        result = _run(box, "echo out; echo err >&2; printf 'no newline'; (exit 7)")
        _expect(
            (result.output, result.exit_code) == ("out\nerr\nno newline", 7), "output must be exact", result
        )
        for size, cut in ((SMALL.output - 1, 0), (SMALL.output, 0), (SMALL.output + 1, 1)):
            result = _run(box, f"head -c {size} /dev/zero | tr '\\0' x")
            _expect(result.truncated == cut, f"{size} bytes must lose {cut}", result.truncated)
        _expect("1 bytes omitted" in result.output, "a cut must be marked", result.output[-40:])


def shell_timeout(make: Factory) -> None:
    """A time-out gives what was printed, stops what ran, and leaves a usable shell with its state."""
    with _Open(make) as box:
        _run(box, "x=5")
        result = _run(box, "echo early; (sleep 2; echo LATE) & sleep 60", timeout=0.5)
        _expect(result.timed_out and result.output == "early\n", "partial output and a flag", result)
        _expect(box.survivors() == [], "what timed out must be gone", box.survivors())
        result = _run(box, "sleep 0.2; echo now $x")
        _expect(result.output == "now 5\n", "the next command must be clean", result)


def shell_restart(make: Factory) -> None:
    """A shell that ends is replaced, said so, and files stay."""
    with _Open(make, seen=b"seen") as box:
        for command in ("exit 3", "exec true", "kill -9 $$", "set -e; false"):
            result = _run(box, command)
            _expect(result.restarted and bool(result.note), f"{command}: restarted, with a note", result)
            result = _run(box, "cat seen")
            _expect(result.output == "seen", f"{command}: the next command works", result)


def shell_background(make: Factory) -> None:
    """Background children do not hold the call, whatever they inherit or ignore, and their output is theirs."""
    with _Open(make) as box:
        for command in ("sleep 60 & echo done", "setsid bash -c 'trap \"\" TERM; sleep 60' & echo done"):
            began = time.monotonic()
            result = _run(box, command)
            _expect(result.output == "done\n", "the call returns its own output", result)
            _expect(time.monotonic() - began < 20, "the call returns at once", time.monotonic() - began)
        _expect(len(box.survivors()) >= 2, "background jobs live on", box.survivors())


def shell_standard_input(make: Factory) -> None:
    """Commands read the end of their input, and a terminal is not there."""
    with _Open(make) as box:
        result = _run(box, "cat; read x || echo eof; cat 2> /dev/null < /dev/tty || echo none")
        _expect(result.output == "eof\nnone\n", "standard input is at its end", result)


# -- isolation


def no_network(make: Factory) -> None:
    """Nothing outside is reached, a port of the host's own loopback neither."""
    with _Open(make) as box, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        port = listener.getsockname()[1]
        result = _run(box, f"echo x > /dev/tcp/127.0.0.1/{port}")
        _expect(result.exit_code != 0, "a port of the host must not be reached", result)


def no_host_secrets(make: Factory) -> None:
    """A canary in the parent's environment and in files of its folders is not found from inside."""
    canary = f"r3env-canary-{secrets.token_hex(8)}"
    os.environ["R3ENV_CANARY_KEY"] = canary
    place = Path.home() / f".{canary}"
    try:
        place.write_text(canary)
        with _Open(make) as box:
            result = _run(box, f"cat {place}; env; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; set")
            _expect(
                canary not in result.output.replace(str(place), ""), "no canary may be found", result.output
            )
            folder = Path(__file__).parent
            result = _run(box, f"cat {folder}/*.py | head -c 100; ls {folder}")
            _expect("sandbox" not in result.output.replace(str(folder), ""), "no package may be seen", result)
    finally:
        del os.environ["R3ENV_CANARY_KEY"]
        place.unlink(missing_ok=True)


def no_references(make: Factory) -> None:
    """Neither this library nor the grader's packages can be imported or found from inside."""
    with _Open(make) as box:
        names = "('r3env', 'contests', 'oracle', 'reasoning_gym')"
        code = f"import importlib.util as u; print([n for n in {names} if u.find_spec(n)])"
        result = _run(box, f'for p in $(type -aP python3); do $p -c "{code}"; done')
        _expect(set(result.output.split("\n")) <= {"[]", ""}, "no package of the graders", result)
        result = _run(box, "find / -name 'r3env*' -not -path '/proc/*' 2>/dev/null | grep -E 'r3env(/|$|-)'")
        mine = {box.paths.app.rpartition("/")[0]}
        _expect(set(result.output.split()) <= mine, "no file of the graders", result.output)


def system_read_only(make: Factory) -> None:
    """The system cannot be changed, and the three folders can."""
    with _Open(make) as box:
        for place in ("/usr", "/etc", "/", "/usr/bin"):
            result = _run(box, f"touch {place}/r3env-probe")
            _expect(result.exit_code != 0, f"{place} must be read-only", result)
        for place in (box.paths.app, box.paths.logs, box.paths.tmp):
            result = _run(box, f"echo 1 > {place}/mine && cat {place}/mine")
            _expect(result.output == "1\n", f"{place} must be writable", result)


# -- limits


def memory_limit(make: Factory) -> None:
    """Memory is bounded for the process tree as a whole; the shell outlives a breach."""
    grow = 'python3 -c "x = bytearray(120 << 20); import time; time.sleep(4)"'
    with _Open(make) as box:
        result = _run(box, "echo ok; python3 -c 'x = bytearray(800 << 20); print(len(x))'")
        _expect(result.exit_code == 137 and "838860800" not in result.output, "one process", result)
        result = _run(box, f"{grow} & {grow} & {grow} & wait; echo over")
        _expect("memory" in result.note, "three processes together", result)
        _expect(_run(box, "echo alive").output == "alive\n", "the shell lives on", result)


def process_limit(make: Factory) -> None:
    """A fork bomb stays within the limit and the shell answers after it."""
    with _Open(make) as box:
        _run(box, "bomb() { bomb | bomb & }; bomb", timeout=3)
        _expect(
            len(box.survivors()) <= SMALL.processes + 1 if SMALL.processes else True,
            "bounded",
            len(box.survivors()),
        )
        result = _run(box, "kill -9 -1; echo unreached")
        _expect(_run(box, "echo alive").output == "alive\n", "the shell answers", result)


def file_size_limit(make: Factory) -> None:
    """One file cannot grow beyond the limit."""
    with _Open(make) as box:
        _run(box, "yes > big")
        result = _run(box, "stat -c %s big")
        _expect(int(result.output) <= 8 << 20, "at most 8 MiB", result)


def storage_limit(make: Factory) -> None:
    """All files together cannot grow beyond the limit; what comes from outside is still written."""
    with _Open(make) as box:
        _run(box, "for i in $(seq 20); do yes > big$i; done 2>/dev/null")
        result = _run(box, "du -sm . | cut -f1")
        _expect(int(result.output) <= 65, "at most 64 MiB", result)
        box.write(f"{box.paths.logs}/answer", b"42\n")
        _expect(box.read(f"{box.paths.logs}/answer").data == b"42\n", "outside writes work", None)
        _expect(_run(box, "echo alive").output == "alive\n", "the shell lives on", result)


# -- fences


def exec_fence(make: Factory) -> None:
    """A free command starts passive programs only: not by another name, the loader, a library or bash itself."""
    passive = Fence(passive=True)
    with _Open(make, seen=b"seen\n") as box:
        _run(
            box, "cp $(type -P awk) mine; cp $(type -P awk) cat; ln -s $(type -P awk) link; cp mine $TMPDIR/x"
        )
        _run(box, "printf '#!/bin/sh\\necho ran' > script; chmod +x script")
        program = "'BEGIN { print \"ran\" }'"
        loader = "$(echo /lib64/ld-linux-*.so.* /lib/ld-linux-*.so.*)"
        for command in (
            f"awk {program}", f"./mine {program}", f"./cat {program}", f"./link {program}",
            "python3 -c 'print(\"ran\")'", f"for l in {loader}; do $l ./mine {program}; done",
            f"for l in {loader}; do $l $(type -P awk) {program}; done", "./script", "bash -c 'echo ran'",
            f"exec awk {program}", f"find . -name seen -exec awk {program} ';'",
        ):  # fmt: skip
            result = _run(box, command, passive)
            _expect("ran\n" not in result.output, f"{command}: must not run", result)
        result = _run(box, "cat seen; ls seen; cp seen two; echo text > three; head -c 4 two", passive)
        _expect(result.output == "seen\nseen\nseen", "passive programs run", result)
        _expect(_run(box, f"./mine {program}").output == "ran\n", "and counted ones again", None)


def cpu_allowance(make: Factory) -> None:
    """A loop in bash alone is stopped by the allowance of a free command, also one that ignores signals."""
    with _Open(make) as box:
        for command in ("while :; do :; done", "trap '' INT TERM; while :; do :; done"):
            result = _run(box, command, Fence(passive=True, cpu=0.2))
            _expect(not result.timed_out and "CPU" in result.note, f"{command}: stopped with a note", result)
            _expect(_run(box, "echo alive").output == "alive\n", "the shell answers", result)


def free_leaves_nothing(make: Factory) -> None:
    """What a free command starts ends with it; background jobs of counted ones stand still meanwhile and go on."""
    with _Open(make) as box:
        _run(box, "sleep 50 & sleep 0.2")
        _run(box, "sleep 60 & (while :; do :; done) &", Fence(passive=True))
        left = box.survivors()
        _expect(len(left) == 1 and "sleep 50" in left[0], "only the counted job is left", left)


def file_fence(make: Factory) -> None:
    """Hidden files are not opened: not by a walk, a working directory, a descriptor, nor a job left behind."""
    with _Open(make) as box:
        logs, app = box.paths.logs, box.paths.app
        hidden = f"{logs}/problem_B"
        fence = Fence(hidden=frozenset({hidden, f"{app}/solution_B.cpp", f"{app}/solution_C.cpp"}))
        _run(
            box,
            f"mkdir -p {logs}/problem_A {hidden}; echo mine > {logs}/problem_A/f; echo SECRET > {hidden}/f",
        )
        _run(box, f"echo SECRET > {app}/solution_B.cpp")
        walk = (
            "import os\n"
            f"for d, _, fs in [x for top in ('{logs}', '{app}', '.') for x in os.walk(top)]:\n"
            "    for f in fs:\n"
            "        try: print(open(os.path.join(d, f)).read())\n"
            "        except OSError: pass\n"
        )
        box.write(f"{app}/walk.py", walk.encode())
        _run(
            box,
            f"cd {hidden}; exec 7< f 8< {hidden}; (sleep 1; cat f; exec python3 {app}/walk.py) > {app}/late &",
        )
        command = f"python3 {app}/walk.py; cat <&7; cat f; cat /dev/fd/8/f; cat /proc/*/cwd/f /proc/*/fd/*"
        result = _run(box, command, fence)
        _expect("mine" in result.output, "its own file is seen", result)
        _expect("SECRET" not in result.output, "hidden files are not seen", result.output)
        result = _run(
            box, f"sleep 1.5; cat {app}/late; echo x > {app}/solution_C.cpp; chmod -R 777 {hidden}", fence
        )
        _expect("SECRET" not in result.output, "a job left behind sees nothing", result.output)
        found = box.read(f"{hidden}/f").data, box.read(f"{app}/solution_C.cpp").kind
        _expect(found == (b"SECRET\n", FileKind.ABSENT), "what is hidden is whole", found)
        result = _run(box, f"cat {hidden}/f {app}/solution_B.cpp", Fence(passive=True))
        _expect(result.output == "SECRET\nSECRET\n", "a free command sees all", result)


# -- files from outside


def read_types(make: Factory) -> None:
    """`read` says what stands at a path, and never follows, blocks or reads too much."""
    with _Open(make, file=b"data") as box:
        app = box.paths.app
        _run(
            box,
            f"ln -s /etc/passwd link; ln -s {app} folder_link; mkfifo pipe; mkdir folder; truncate -s 5M big",
        )
        wanted = {
            "file": FileKind.FILE, "nothing": FileKind.ABSENT, "folder": FileKind.FOLDER, "link": FileKind.LINK,
            "folder_link/file": FileKind.LINK, "pipe": FileKind.SPECIAL, "big": FileKind.TOO_LARGE,
        }  # fmt: skip
        for name, kind in wanted.items():
            found = box.read(f"{app}/{name}", cap=1 << 20)
            _expect(found.kind is kind, f"{name} is a {kind}", found.kind)
        _expect(box.read(f"{app}/file").data == b"data", "the content is whole", None)
        for name in ("link", "pipe", "new/deep"):
            box.write(f"{app}/{name}", b"fresh")
            _expect(box.read(f"{app}/{name}").data == b"fresh", f"{name} is replaced by a file", None)


# -- stateless runs


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
    with _Open(make) as box:
        for argv, ending, code in cases:
            result = box.spawn(argv, limits=tight, stdin=b"in")
            _expect((result.ending, result.exit_code) == (ending, code), f"{argv} ends {ending}", result)
            _expect(box.survivors() == [], f"{argv} leaves nothing", box.survivors())
        result = box.spawn(["sh", "-c", "while :; do :; done"], limits=Limits(cpu=0.3, wall=_PATIENCE))
        _expect(result.ending is Ending.CPU_LIMIT, "a loop ends at the CPU limit", result)
        result = box.spawn(["sh", "-c", "cat; pwd"], stdin=b"in\n", cwd=box.paths.logs)
        _expect(result.stdout == f"in\n{box.paths.logs}\n".encode(), "input and folder", result)


def nothing_left(make: Factory) -> None:
    """After `close` no process of the sandbox lives, whatever it had detached or ignored, and no folder stays."""
    tag = secrets.token_hex(8)
    box = make()
    box.start()
    try:
        _run(
            box,
            f"export MARK={tag}; sleep 60 & setsid bash -c 'trap \"\" TERM HUP; sleep 60; sleep 60' & echo",
        )
        _expect(_tagged(tag) != [] or box.survivors() != [], "something must run before", None)
    finally:
        box.close()
    box.close()
    _expect(_tagged(tag) == [], "no process is left", _tagged(tag))
    if box.paths.app != "/app":
        _expect(not Path(box.paths.app).exists(), "no folder is left", box.paths.app)


def _tagged(tag: str) -> list[str]:
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            if tag.encode() in place.read_bytes():
                found.append(place.parent.name)
        except OSError:
            continue
    return found


NEEDS: dict[str, str] = {
    "no_network": "network", "memory_limit": "memory", "process_limit": "processes",
    "file_size_limit": "file_size", "storage_limit": "storage", "exec_fence": "exec_fence",
    "cpu_allowance": "cpu", "file_fence": "file_fence", "free_leaves_nothing": "exec_fence",
}  # fmt: skip
"""Capability that a check needs, by its name."""

CHECKS: tuple[Check, ...] = (
    shell_state, shell_output, shell_timeout, shell_restart, shell_background, shell_standard_input,
    no_network, no_host_secrets, no_references, system_read_only,
    memory_limit, process_limit, file_size_limit, storage_limit,
    exec_fence, cpu_allowance, free_leaves_nothing, file_fence,
    read_types, spawn_endings, nothing_left,
)  # fmt: skip
"""All checks, in reading order."""


def run(make: Factory) -> dict[str, str]:
    """Run every check; gives ``ok``, ``skipped: …`` or what went wrong, by name."""
    caps = make().caps
    results = {}
    for check in CHECKS:
        name = getattr(check, "__name__", str(check))
        if NEEDS.get(name, "") not in {"", *caps}:
            results[name] = f"skipped: the backend does not claim {NEEDS[name]}"
            continue
        try:
            check(make)
        except ConformanceError as error:
            results[name] = str(error)
        else:
            results[name] = "ok"
    return results

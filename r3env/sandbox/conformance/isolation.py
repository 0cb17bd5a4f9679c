"""Checks of isolation and limits: network, secrets, system, memory, processes, files."""

from __future__ import annotations

import os
import secrets
import shlex
import socket
import tempfile
from pathlib import Path

import r3env.sandbox
from r3env.sandbox import Sandbox
from r3env.sandbox.conformance.harness import SMALL, Factory, Opened, expect, run_in


def no_network(make: Factory) -> None:
    """Nothing outside is reached, a port of the host's own loopback neither."""
    with Opened(make) as box, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        port = listener.getsockname()[1]
        result = run_in(box, f"echo x > /dev/tcp/127.0.0.1/{port}")
        expect(result.exit_code != 0, "a port of the host must not be reached", result)


def no_host_secrets(make: Factory) -> None:
    """A canary in the parent's environment and in files of its folders is not found from inside."""
    canary = f"r3env-canary-{secrets.token_hex(8)}"
    os.environ["R3ENV_CANARY_KEY"] = canary
    place = Path.home() / f".{canary}"
    try:
        place.write_text(canary)
        with Opened(make) as box:
            result = run_in(
                box, f"cat {shlex.quote(str(place))}; env; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; set"
            )
            expect(
                canary not in result.output.replace(str(place), ""), "no canary may be found", result.output
            )
            folder = Path(r3env.sandbox.__file__).parent
            result = run_in(
                box, f"cat {shlex.quote(str(folder))}/*.py | head -c 100; ls {shlex.quote(str(folder))}"
            )
            expect("sandbox" not in result.output.replace(str(folder), ""), "no package may be seen", result)
    finally:
        del os.environ["R3ENV_CANARY_KEY"]
        place.unlink(missing_ok=True)


def no_references(make: Factory) -> None:
    """Neither this library nor the grader's packages can be imported or found from inside."""
    with Opened(make) as box:
        names = "('r3env', 'contests', 'oracle', 'reasoning_gym')"
        code = f"import importlib.util as u; print([n for n in {names} if u.find_spec(n)])"
        result = run_in(box, f'for p in $(type -aP python3); do $p -c "{code}"; done')
        expect(set(result.output.split("\n")) <= {"[]", ""}, "no package of the graders", result)
        result = run_in(
            box, "find / -name 'r3env*' -not -path '/proc/*' 2>/dev/null | grep -E 'r3env(/|$|-)'"
        )
        expect(set(result.output.split()) <= {"/"}, "no file of the graders", result.output)


def system_read_only(make: Factory) -> None:
    """The system cannot be changed, and the three folders can."""
    with Opened(make) as box:
        for place in ("/usr", "/etc", "/", "/usr/bin"):
            result = run_in(box, f"touch {place}/r3env-probe")
            expect(result.exit_code != 0, f"{place} must be read-only", result)
        for place in (box.paths.app, box.paths.logs, box.paths.tmp):
            result = run_in(box, f"echo 1 > {place}/mine && cat {place}/mine")
            expect(result.output == "1\n", f"{place} must be writable", result)


def memory_limit(make: Factory) -> None:
    """Memory is bounded for the process tree as a whole; the shell outlives a breach."""
    grow = 'python3 -c "x = bytearray(120 << 20); import time; time.sleep(4)"'
    with Opened(make) as box:
        result = run_in(box, "echo ok; python3 -c 'x = bytearray(800 << 20); print(len(x))'")
        expect(result.exit_code == 137 and "838860800" not in result.output, "one process", result)
        result = run_in(box, f"{grow} & {grow} & {grow} & wait; echo over")
        expect("memory" in result.note, "three processes together", result)
        expect(run_in(box, "echo alive").output == "alive\n", "the shell lives on", result)


def process_limit(make: Factory) -> None:
    """A fork bomb stays within the limit and the shell answers after it."""
    with Opened(make) as box:
        run_in(box, "bomb() { bomb | bomb & }; bomb", timeout=3)
        expect(
            len(box.survivors()) <= SMALL.processes + 1 if SMALL.processes else True,
            "bounded",
            len(box.survivors()),
        )
        result = run_in(box, "kill -9 -1; echo unreached")
        expect(run_in(box, "echo alive").output == "alive\n", "the shell answers", result)


def file_size_limit(make: Factory) -> None:
    """One file cannot grow beyond the limit."""
    with Opened(make) as box:
        run_in(box, "yes > big")
        result = run_in(box, "stat -c %s big")
        expect(int(result.output) <= 8 << 20, "at most 8 MiB", result)


def storage_limit(make: Factory) -> None:
    """All files together cannot grow beyond the limit; what comes from outside is still written."""
    with Opened(make) as box:
        run_in(box, "for i in $(seq 20); do yes > big$i; done 2>/dev/null")
        result = run_in(box, "du -sm . | cut -f1")
        expect(int(result.output) <= 65, "at most 64 MiB", result)
        box.write(f"{box.paths.logs}/answer", b"42\n")
        expect(box.read(f"{box.paths.logs}/answer").data == b"42\n", "outside writes work", None)
        expect(run_in(box, "echo alive").output == "alive\n", "the shell lives on", result)


def nothing_left(make: Factory) -> None:
    """After `close` no process of the sandbox lives, whatever it had detached or ignored, and no folder stays."""
    tag = secrets.token_hex(8)
    box = make()
    box.start()
    try:
        run_in(
            box,
            f"export MARK={tag}; sleep 60 & setsid bash -c 'trap \"\" TERM HUP; sleep 60; sleep 60' & echo",
        )
        expect(_tagged(tag) != [] or box.survivors() != [], "something must run before", None)
    finally:
        box.close()
    box.close()
    expect(_tagged(tag) == [], "no process is left", _tagged(tag))
    expect(not _folder(box).exists(), "no folder is left", _folder(box))


def _folder(box: Sandbox) -> Path:
    """Where a sandbox without a mount namespace keeps its files on the host."""
    return Path(tempfile.gettempdir(), f"r3env-{getattr(box, 'tag', '')}")


def _tagged(tag: str) -> list[str]:
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            if tag.encode() in place.read_bytes():
                found.append(place.parent.name)
        except OSError:
            continue
    return found

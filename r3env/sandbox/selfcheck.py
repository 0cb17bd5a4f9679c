"""Does a backend work on this machine? Tried for real in a fresh sandbox, and what it enforces here."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

from r3env.sandbox.protocol import CheckReport, Fence, Sandbox


def check_backend(name: str, backend: type[Any]) -> CheckReport:
    """Start one sandbox of the backend and test every fence; never raises.

    A capability that the backend claims and that does not hold is taken away; a failure of the basics
    (the shell, the network, the host's files) makes the backend unavailable.
    """
    advice = str(getattr(backend, "advice", ""))
    missing = getattr(backend, "missing", lambda: "")()
    if missing:
        return CheckReport(name, False, tested={"present": missing}, advice=advice)
    tested: dict[str, str] = {}
    lost: set[str] = set()
    available = True
    box: Sandbox | None = None
    try:
        box = backend()
        secret = f"{box.paths.logs}/problem_B/secret"
        box.start({secret: b"hidden", f"{box.paths.app}/seen": b"seen"})
        for what, cap, test in _TESTS:
            fault = "" if cap is not None and cap not in box.caps else test(box)
            skipped = cap is not None and cap not in box.caps
            tested[what] = "not enforced by this backend" if skipped else fault or "ok"
            if fault and cap is None:
                available = False
            elif fault and cap is not None:
                lost.add(cap)
        caps = box.caps - lost
    except Exception as error:  # a report is wanted whatever goes wrong here
        return CheckReport(name, False, tested={**tested, "start": str(error)}, advice=advice)
    finally:
        if box is not None:
            box.close()
    return CheckReport(name, available, caps if available else frozenset(), tested, advice)


def _shell(box: Sandbox) -> str:
    result = box.run(f"x=2; cat {box.paths.app}/seen", timeout=20)
    return "" if (result.output, result.exit_code) == ("seen", 0) else f"the shell answered {result}"


def _network(box: Sandbox) -> str:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        port = listener.getsockname()[1]
        result = box.run(f"echo x > /dev/tcp/127.0.0.1/{port}", timeout=20)
    return "a port of this machine can be reached" if result.exit_code == 0 else ""


def _host_files(box: Sandbox) -> str:
    result = box.run("touch /usr/r3env-probe", timeout=20)
    return "the system can be written" if result.exit_code == 0 else ""


def _exec_fence(box: Sandbox) -> str:
    passive = Fence(passive=True)
    if box.run(f"cat {box.paths.app}/seen", timeout=20, fence=passive).output != "seen":
        return "a passive program does not run"
    program = "awk" if box.run("type -P awk", timeout=20).exit_code == 0 else "bash"
    argument = "'BEGIN{print 1}'" if program == "awk" else "-c 'echo 1'"
    result = box.run(f"{program} {argument}", timeout=20, fence=passive)
    return f"{program} ran as a free command" if result.exit_code == 0 else ""


def _file_fence(box: Sandbox) -> str:
    folder = f"{box.paths.logs}/problem_B"
    result = box.run(f"cat {folder}/secret", timeout=20, fence=Fence(hidden=frozenset({folder})))
    if "hidden" in result.output:
        return "a hidden file could be read"
    return "" if box.run(f"cat {folder}/secret", timeout=20).output == "hidden" else "a hidden file was lost"


_TESTS: tuple[tuple[str, str | None, Callable[[Sandbox], str]], ...] = (
    ("a persistent shell", None, _shell),
    ("no network", "network", _network),
    ("system read-only", None, _host_files),
    ("exec fence", "exec_fence", _exec_fence),
    ("file fence", "file_fence", _file_fence),
)

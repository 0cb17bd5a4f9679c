"""`Link`: requests to the warden of one sandbox, and what is known when it has died."""

from __future__ import annotations

import errno
import marshal
import os
import select
import signal
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from r3env.errors import SandboxError
from r3env.sandbox.inside import wire

_MODULES = (
    *("wire", "kernel", "processes", "mounts", "vault", "notify", "confined", "launch", "files", "stateless"),
    *("shell", "warden"),
)
_PACKAGE = "r3env.sandbox.inside"
_CLOSE_TIME = 10.0  # seconds for the warden to end everything

BOOTSTRAP = (
    "import marshal,socket,sys,types\n"
    "sys.path+=sys.argv[2:]\n"
    "s=socket.socket(fileno=int(sys.argv[1]))\n"
    "n=int.from_bytes(s.recv(8,socket.MSG_WAITALL),'big')\n"
    "code=marshal.loads(s.recv(n,socket.MSG_WAITALL))\n"
    "for name,body in code:\n"
    " m=sys.modules[name]=types.ModuleType(name)\n"
    " if body: exec(body,m.__dict__)\n"
    " else: m.__path__=[]\n"
    " p,_,c=name.rpartition('.')\n"
    " if p: setattr(sys.modules[p],c,m)\n"
    "sys.modules[name].main(s.detach())\n"
)
"""Program of the warden: takes its modules from the control socket, so that nothing of r3env is visible inside."""


@cache
def warden_code() -> bytes:
    """The warden's modules, compiled once per process for this interpreter, with their length before them."""
    code: list[tuple[str, Any]] = [("r3env", None), ("r3env.sandbox", None), (_PACKAGE, None)]
    folder = resources.files(_PACKAGE)
    for name in _MODULES:
        source = (folder / f"{name}.py").read_text("utf-8")
        code.append((f"{_PACKAGE}.{name}", compile(source, f"<{name}>", "exec", optimize=2)))
    data = marshal.dumps(code)
    return len(data).to_bytes(8, "big") + data


class Link:
    """The control socket as r3env sees it.

    Args:
        sock: our end.
        process: what holds the warden, with a pipe for its last words.
    """

    def __init__(self, sock: socket.socket, process: subprocess.Popen[bytes]) -> None:
        self.sock = sock
        self.ended: int | None = None
        self._process = process
        self._dead = ""

    def boot(self) -> None:
        """Send the warden its program."""
        try:
            self.sock.sendall(warden_code())
        except OSError:
            self._died()

    def request(
        self, op: str, blob: bytes = b"", fds: Sequence[int] = (), **message: Any
    ) -> tuple[dict[str, Any], bytes, list[int]]:
        """One request and its answer; ``fds`` are handed over, and closed here whatever comes.

        Raises:
            SandboxError: the sandbox has died, or the warden could not do it (kind ``disk_full`` when the
                storage quota is the reason).
        """
        try:
            if self._dead:
                raise SandboxError(self._dead)
            wire.send(self.sock, {"op": op, **message}, blob, fds)
        except (wire.ClosedError, OSError):
            self._died()
        finally:
            for fd in fds:
                os.close(fd)
        try:
            while True:
                answer, data, fds = wire.receive(self.sock)
                if "event" not in answer:
                    break
                self.ended = answer["status"]
        except (wire.ClosedError, OSError):
            self._died()
        if "error" in answer:
            full = answer.get("errno") in (errno.ENOSPC, errno.EDQUOT)
            text = "the sandbox's storage is full" if full else "the sandbox refused"
            raise SandboxError(f"{text}: {answer['error']}", kind="disk_full" if full else "sandbox_refused")
        return answer, data, fds

    def take_event(self) -> None:
        """Read one message that was not asked for (the shell has ended)."""
        try:
            answer, _data, _fds = wire.receive(self.sock)
        except (wire.ClosedError, OSError):
            self._died()
        self.ended = answer.get("status", 0)

    def idle_event(self) -> None:
        """Read such a message if one waits."""
        if self._dead:
            raise SandboxError(self._dead)
        poll = select.poll()
        poll.register(self.sock, select.POLLIN)
        if poll.poll(0):
            self.take_event()

    def close(self) -> None:
        """Hang up: the warden ends everything and leaves; wait for that, and make it so when it hangs."""
        self._dead = self._dead or "the sandbox is closed"
        self.sock.close()
        process = self._process
        try:
            process.wait(_CLOSE_TIME)
        except subprocess.TimeoutExpired:
            # Under bwrap its child is process 1 inside, whose end is everyone's.
            for child in _children(process.pid):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            process.kill()
            process.wait()
        if process.stderr:
            process.stderr.close()

    def _died(self) -> NoReturn:
        errors = b""
        with suppress(subprocess.TimeoutExpired, ValueError):
            _out, errors = self._process.communicate(timeout=1.0)
        reason = errors.decode(errors="replace").strip()[-600:] or f"exit status {self._process.poll()}"
        self._dead = f"the sandbox has died: {reason}"
        raise SandboxError(self._dead) from None


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []

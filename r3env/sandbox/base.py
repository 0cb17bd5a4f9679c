"""`WardenSandbox`: all of `Sandbox` that backends with a warden share; a backend only launches it."""

from __future__ import annotations

import dataclasses
import os
import secrets
import socket
import subprocess
import weakref
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NoReturn

from r3env.errors import ConfigError, SandboxError
from r3env.paths import Paths
from r3env.sandbox.link import Link
from r3env.sandbox.protocol import (
    CommandResult,
    Ending,
    Fence,
    FileKind,
    FileRead,
    Limits,
    ProcessResult,
    Streams,
)
from r3env.sandbox.session import Session
from r3env.sandbox.system import SHELL, library_path

TAG = "R3ENV_SANDBOX"
"""Environment variable that marks every process of a sandbox's shell with the sandbox's own value."""


class WardenSandbox(ABC):
    """One sandbox; see `r3env.sandbox.protocol.Sandbox` for the contract."""

    name = ""
    advice = ""

    def __init__(self) -> None:
        self.paths = Paths()
        self._inner = self.paths  # the same places as the warden knows them
        self.caps: frozenset[str] = frozenset()
        self.tag = secrets.token_hex(8)
        self.limits = Limits()
        self._link: Link | None = None
        self._session: Session | None = None

    # -- what a backend adds

    @abstractmethod
    def _command(self) -> list[str]:
        """Command line that starts the warden's interpreter, fenced in; the socket and `_imports` follow it."""

    def _imports(self) -> list[str]:
        """Folders from which the warden may import."""
        return []

    @abstractmethod
    def _setup(self, limits: Limits) -> dict[str, Any]:
        """What the warden is told of mounts and users."""

    @abstractmethod
    def _environment(self) -> Mapping[str, str]:
        """``PATH``, ``HOME`` and ``LANG`` inside."""

    def _inward(self, data: bytes) -> bytes:
        """``data`` with the contract's paths turned into those that the warden knows."""
        return data

    def _outward(self, data: bytes) -> bytes:
        """Inverse of `_inward`."""
        return data

    def _clean(self) -> None:  # noqa: B027 - most have nothing to remove
        """Remove what is ours once everything has ended."""

    # -- Sandbox

    def start(self, files: Mapping[str, bytes] | None = None, limits: Limits | None = None) -> None:
        """Make the sandbox with ``files`` laid out."""
        if self._link is not None:
            raise SandboxError("the sandbox has been started already: open another one")
        self.limits = limits or Limits()
        self._link = self._launch()
        # An abandoned sandbox hangs up when it is collected; the warden then leaves by itself.
        self._finalizer = weakref.finalize(self, self._link.sock.close)
        try:
            self._link.boot()
            bare = dict(self._environment())
            setup = self._setup(self.limits)
            self._link.request(
                "setup",
                folders=self._folders(),
                limits=dataclasses.asdict(self.limits),
                shell=[SHELL, "--norc", "--noprofile", "--noediting", "-i"],
                environment={**bare, "TERM": "dumb", "USER": "agent", TAG: self.tag},
                environment_bare=bare,
                **setup,
            )
            if files:
                self._write(files)
        except BaseException:
            self.close()
            raise
        self._session = Session(self._link, setup["traffic"], self.limits.output, self._inner.app)

    def run(
        self, command: str, timeout: float = 60.0, fence: Fence | None = None, *, renew: bool = False
    ) -> CommandResult:
        """Run one command line in the persistent shell."""
        if not timeout > 0:
            raise ConfigError(f"expected a time limit above 0 seconds, got {timeout}")
        if self._session is None:
            raise SandboxError("the sandbox is not running: call start() first")
        if fence is not None and fence.hidden:
            fence = dataclasses.replace(fence, hidden=frozenset(map(self._told, fence.hidden)))
        result = self._session.run(self._told(command), timeout, fence, renew)
        return dataclasses.replace(result, output=self._shown(result.output), note=self._shown(result.note))

    def spawn(
        self,
        argv: Sequence[str],
        *,
        limits: Limits | None = None,
        files: Mapping[str, bytes] | None = None,
        stdin: bytes | Streams | None = None,
        cwd: str | None = None,
    ) -> ProcessResult:
        """Run one stateless process tree. Streams are passed on as they are: nothing in them is translated."""
        with ExitStack() as stack:
            fds = (stdin.stdin, stdin.stdout, stdin.leash) if isinstance(stdin, Streams) else ()
            for fd in fds:
                stack.callback(os.close, fd)
            if not argv:
                raise ConfigError("expected a program and its arguments, got an empty list")
            if files:
                self._write(files)
            warden = self._warden()
            stack.pop_all()  # the request closes them
        limits = limits or self.limits
        answer, output, _fds = warden.request(
            "spawn",
            b"" if isinstance(stdin, Streams) else stdin or b"",
            fds,
            argv=[self._told(word) for word in argv],
            limits=dataclasses.asdict(limits),
            cwd=self._told(cwd or self.paths.app),
        )
        split = answer.pop("split")
        stdout, stderr = self._outward(output[:split]), self._outward(output[split:])
        return ProcessResult(ending=Ending(answer.pop("ending")), stdout=stdout, stderr=stderr, **answer)

    def read(self, path: str, cap: int = 1 << 20) -> FileRead:
        """Read a file of the sandbox from outside."""
        answer, data, _fds = self._warden().request("read", path=self._told(_absolute(path)), cap=cap)
        shown = self._outward(data)
        return FileRead(FileKind(answer["kind"]), shown, answer["size"] + len(shown) - len(data))

    def write(self, path: str, data: bytes) -> None:
        """Write a file of the sandbox from outside, in one step."""
        self._write({path: data})

    def survivors(self) -> list[str]:
        """Command lines of processes still running besides the shell."""
        answer, _data, _fds = self._warden().request("survivors")
        return [self._shown(line) for line in answer["survivors"]]

    def close(self) -> None:
        """End everything in it and remove its folders."""
        session, self._session = self._session, None
        if session is not None:
            session.close()
        if self._link is not None:
            self._link.close()
        self._clean()

    # -- parts

    def _launch(self) -> Link:
        ours, theirs = socket.socketpair()
        with theirs:
            process = subprocess.Popen(
                [*self._command(), str(theirs.fileno()), *self._imports()],
                pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, env=self._warden_environment(), cwd="/", start_new_session=True,
            )  # fmt: skip
        return Link(ours, process)

    @staticmethod
    def _warden_environment() -> dict[str, str]:
        library = library_path()
        return {"PATH": "/usr/bin:/bin", **({"LD_LIBRARY_PATH": library} if library else {})}

    def _warden(self) -> Link:
        if self._link is None:
            raise SandboxError("the sandbox is not running: call start() first")
        return self._link

    def _write(self, files: Mapping[str, bytes]) -> None:
        folders = (self.paths.app, self.paths.logs, self.paths.tmp)
        for path in files:
            if not any(_absolute(path).startswith(f"{folder}/") for folder in folders):
                raise ConfigError(f"expected a path under {', '.join(folders)}, got {path!r}")
        laid = {self._told(path): self._inward(data) for path, data in files.items()}
        sizes = {path: len(data) for path, data in laid.items()}
        self._warden().request("write", b"".join(laid.values()), sizes=sizes)

    def _folders(self) -> list[str]:
        return [self._inner.app, self._inner.logs, self._inner.tmp]

    def _told(self, text: str) -> str:
        return self._inward(text.encode(errors="surrogatepass")).decode(errors="surrogatepass")

    def _shown(self, text: str) -> str:
        return self._outward(text.encode(errors="surrogatepass")).decode(errors="surrogatepass")

    def __reduce__(self) -> NoReturn:
        raise TypeError("a sandbox holds a live shell and cannot be copied or pickled: open another one")

    def __enter__(self) -> WardenSandbox:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def _absolute(path: str) -> str:
    if not path.startswith("/") or ".." in path.split("/") or "\0" in path:
        raise ConfigError(f"expected an absolute path without '..', got {path!r}")
    return path

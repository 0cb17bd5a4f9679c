"""The warden: first process of a sandbox. Holds the mounts, starts the agent's processes, answers r3env.

It alone has privileges inside; it leaves when the control socket closes, and as process 1 takes everything with
it. One request at a time; the only unasked message is ``{"event": "shell_ended"}``.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from r3env.sandbox.inside import files, kernel, notify, processes, stateless, wire
from r3env.sandbox.inside.launch import Launcher
from r3env.sandbox.inside.mounts import Mounts
from r3env.sandbox.inside.shell import Shell
from r3env.sandbox.inside.vault import Vault

_TICK_ACTIVE, _TICK_IDLE = 0.025, 0.1  # seconds between looks
_BALLAST = 4 << 20


class Warden:
    """Serves the control socket until it closes."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.shell: Shell | None = None
        self.spec: dict[str, Any] = {}
        self.store = -1
        self.ballast = -1
        self._confine: Callable[[], None] | None = None
        self._supervise: Callable[[int], bool] | None = None
        self.wake, wake_write = os.pipe()
        for fd in (self.wake, wake_write):
            os.set_blocking(fd, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)

    def serve(self) -> None:
        """Answer requests; returns when the other end has gone."""
        with suppress(wire.ClosedError):
            while True:
                self._wait()
                message, blob, given = wire.receive(self.sock)
                if given:
                    message["streams"] = given
                try:
                    answer, data, fds = getattr(self, f"do_{message.pop('op')}")(blob=blob, **message)
                except OSError as error:
                    answer, data, fds = {"error": str(error), "errno": error.errno}, b"", []
                for fd in given:
                    os.close(fd)
                wire.send(self.sock, answer, data, fds)
                for fd in fds:
                    if self.shell is None or fd != self.shell.output:
                        os.close(fd)

    def _wait(self) -> None:
        """Until a request comes: reap, watch memory and CPU, drain the pipes of background jobs."""
        next_tick = time.monotonic()
        while True:
            poll = select.poll()
            poll.register(self.sock, select.POLLIN)
            poll.register(self.wake, select.POLLIN)
            shell = self.shell
            for fd in (*shell.drains, shell.listener) if shell else ():
                if fd >= 0:
                    poll.register(fd, select.POLLIN)
            watched = shell is not None and (shell.active or bool(processes.others((shell.pid,))))
            now = time.monotonic()
            # By the clock, not when nothing else comes: a chatty or forking program must not hide from it.
            if shell and watched and now >= next_tick:
                shell.tick()
                now = time.monotonic()
                next_tick = now + (_TICK_ACTIVE if shell.active else _TICK_IDLE)
            events = poll.poll(max(0.0, next_tick - now) * 1000 + 1 if watched else None)
            for fd, event in events:
                if fd == self.sock.fileno():
                    return
                if shell and fd == shell.listener:
                    self._answer_call(shell, event)
                elif fd == self.wake:
                    with suppress(BlockingIOError):
                        os.read(self.wake, 4096)
                    self._reap()
                elif shell:
                    shell.drain(fd)

    def _answer_call(self, shell: Shell, event: int) -> None:
        if not event & select.POLLIN or not (self._supervise and self._supervise(shell.listener)):
            os.close(shell.listener)
            shell.listener = -1

    def _reap(self, tree: stateless.Tree | None = None) -> None:
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            if self.shell and self.shell.reaped(pid, usage.ru_utime + usage.ru_stime):
                code = os.waitstatus_to_exitcode(status)
                wire.send(self.sock, {"event": "shell_ended", "status": code})
            elif tree:
                tree.account(pid, status, usage)

    # -- requests; each returns message, blob, descriptors

    def do_setup(self, blob: bytes, **spec: Any) -> tuple[dict[str, Any], bytes, list[int]]:
        """Folders, fences and users."""
        self.spec = spec
        fences = self._namespace(spec) if spec["landlock"] is None else self._landlock(spec)
        crowd = processes.crowd() if spec["landlock"] is not None and spec["uid"] is None else 0
        launcher = Launcher(spec["uid"], self._confine, crowd)
        self.shell = Shell(fences, spec["traffic"], launcher, spec["environment"], spec["limits"])
        return {"pid": os.getpid()}, b"", []

    def _namespace(self, spec: dict[str, Any]) -> Mounts:
        mounts = Mounts(spec["folders"], spec["mounts"]["system"], spec["storage"], spec["owner"])
        mounts.allow(spec["mounts"]["passive"])
        for path, text in spec["mounts"]["system_files"].items():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text)
        mounts.seal()
        self.store = mounts.store
        self._keep_ballast()
        return mounts

    def _landlock(self, spec: dict[str, Any]) -> Vault:
        from r3env.sandbox.inside import confined  # needs sandlock, which a namespace does not see

        kernel.become_subreaper()
        vault = Vault(spec["landlock"]["base"], spec["landlock"]["passive"])
        self._confine = confined.confinement(spec["landlock"]["readable"], spec["landlock"]["writable"])
        supervisor = notify.Supervisor(vault, spec["landlock"]["writable"])
        self._supervise = supervisor.answer
        return vault

    def do_shell(self, blob: bytes) -> tuple[dict[str, Any], bytes, list[int]]:
        """Start bash; one that still runs is ended, with all that was started from it."""
        shell = self._shell()
        if shell.pid:
            shell.kill()
        shell.rest()  # the one before may have ended under the exec fence
        master = shell.start(self.spec["shell"], self.spec["folders"][0])
        return {}, b"", [master]

    def do_begin(
        self, blob: bytes, passive: bool, hidden: list[str], cpu: float
    ) -> tuple[dict[str, Any], bytes, list[int]]:
        """Fences up, command laid out; gives the output pipe."""
        answer, pipe = self._shell().begin(blob, passive, hidden, cpu)
        return answer, b"", [pipe]

    def do_prelude(self, blob: bytes) -> tuple[dict[str, Any], bytes, list[int]]:
        """Lay out a command of our own that runs before the agent's."""
        Path(self.spec["traffic"], "prelude").write_bytes(blob)
        return {}, b"", []

    def do_status(self, blob: bytes, status: int) -> tuple[dict[str, Any], bytes, list[int]]:
        """Lay out what sets ``$?`` before the next command."""
        Path(self.spec["traffic"], "status").write_text(f"return {status}\n")
        return {}, b"", []

    def do_end_shell(self, blob: bytes) -> tuple[dict[str, Any], bytes, list[int]]:
        """Kill the shell and everything started from it."""
        self._shell().kill()
        return {}, b"", []

    def do_trespass(self, blob: bytes) -> tuple[dict[str, Any], bytes, list[int]]:
        """Whether the shell still stands in or holds a hidden place."""
        return self._shell().trespass(), b"", []

    def do_interrupt(self, blob: bytes, hard: bool) -> tuple[dict[str, Any], bytes, list[int]]:
        """Ask the running command to stop, or make it."""
        self._shell().interrupt(hard)
        return {}, b"", []

    def do_finish(self, blob: bytes, clear: bool) -> tuple[dict[str, Any], bytes, list[int]]:
        """Fences down; ``clear`` ends all that the command has started."""
        if clear:
            self._shell().clear()
        return self._shell().finish(), b"", []

    def do_spawn(
        self,
        blob: bytes,
        argv: list[str],
        limits: dict[str, Any],
        cwd: str,
        streams: list[int] | None = None,
    ) -> tuple[dict[str, Any], bytes, list[int]]:
        """Run one stateless tree; ``blob`` is its standard input; the answer's blob is both outputs.

        ``streams`` of a run that talks: standard input and output, and the leash.
        """
        shell = self._shell()
        keep = [shell.pid, *processes.others((shell.pid,))] if shell.pid else processes.others()
        if set(keep) - {shell.pid}:
            keep = processes.freeze(())
        shell.fences.set_noexec(False)
        shell.fences.hide(())
        tree = stateless.Tree(keep, limits)
        began = time.monotonic()
        environment = self.spec["environment_bare"]
        if streams:
            tree.start(shell.launcher, argv, streams[0], cwd, environment, streams[1], streams[2])
            # Ours are closed, so that both far ends see when the tree has let go of its own.
            for _ in range(2):
                os.close(streams.pop(0))
        else:
            with contextlib.closing(_temporary(blob)) as stdin:
                tree.start(shell.launcher, argv, stdin.fileno(), cwd, environment)
        tree.watch(self._reap, self.wake, self._supervise)
        answer = tree.result(time.monotonic() - began)
        shell.rest()
        processes.thaw(keep)
        answer["split"] = len(tree.stdout)
        return answer, bytes(tree.stdout + tree.stderr), []

    def do_read(self, blob: bytes, path: str, cap: int) -> tuple[dict[str, Any], bytes, list[int]]:
        """Read a file past every fence."""
        if self._shell().fences.is_placeholder(path):
            return {"kind": "absent", "size": 0}, b"", []
        root, below = self._place(path)
        with self._shell().fences.seen(path):
            kind, data, size = files.read(root, below, cap)
        return {"kind": kind, "size": size}, data, []

    def do_write(self, blob: bytes, sizes: dict[str, int]) -> tuple[dict[str, Any], bytes, list[int]]:
        """Write files; ``blob`` holds them one after another."""
        at = 0
        for path, size in sizes.items():
            with self._shell().fences.revealed(path):
                self._write(path, blob[at : at + size])
            at += size
        return {}, b"", []

    def do_survivors(self, blob: bytes) -> tuple[dict[str, Any], bytes, list[int]]:
        """What runs besides the shell."""
        return {"survivors": self._shell().survivors()}, b"", []

    # -- parts

    def _shell(self) -> Shell:
        if self.shell is None:
            raise OSError(errno.EINVAL, "the sandbox is not set up")
        return self.shell

    def _place(self, path: str) -> tuple[int, str]:
        inside = any(path == folder or path.startswith(f"{folder}/") for folder in self.spec["folders"])
        # Past the mounts of the file fence: the store is reached by its descriptor only.
        return (self.store if inside and self.store >= 0 else self._root()), path.lstrip("/")

    def _root(self) -> int:
        if not hasattr(self, "_root_fd"):
            self._root_fd = os.open("/", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        return self._root_fd

    def _write(self, path: str, data: bytes) -> None:
        root, below = self._place(path)
        owner = self.spec["uid"]
        try:
            files.write(root, below, data, owner)
        except OSError as error:
            if error.errno != errno.ENOSPC or self.ballast < 0:
                raise
            # The agent has filled its quota: the reserve lets what comes from outside still be written.
            os.ftruncate(self.ballast, 0)
            files.write(root, below, data, owner)

    def _keep_ballast(self) -> None:
        with suppress(OSError):
            self.ballast = os.open(".", os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600, dir_fd=self.store)
            os.posix_fallocate(self.ballast, 0, _BALLAST)


def _temporary(data: bytes) -> Any:
    """A file in memory with ``data``, at its start."""
    file = os.fdopen(os.memfd_create("stdin"), "w+b", buffering=0)
    file.write(data)
    file.seek(0)
    return file


def main(fd: int) -> None:
    """Serve the control socket with this descriptor until it closes, then leave."""
    with socket.socket(fileno=fd) as sock:
        sock.set_inheritable(False)
        warden = Warden(sock)
        warden.serve()
    with suppress(OSError):
        processes.end(())
        if warden.shell and isinstance(warden.shell.fences, Vault):
            warden.shell.fences.remove()
    os._exit(0)

"""The persistent shell as r3env drives it: bash over pexpect, one marker a command, output over its own pipe.

Bash runs interactively on a terminal that carries only our own short lines; each command is laid out in a file
and read with ``.``, so that no line is ever too long, and prints into a fresh pipe, so that nothing late is
mistaken for a later command's output. The end is an unguessable prompt that bash prints when it wants the next
line.
"""

from __future__ import annotations

import os
import re
import secrets
import select
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from r3env.errors import SandboxError
from r3env.sandbox.protocol import CommandResult, Fence
from r3env.sandbox.spool import Spool

if TYPE_CHECKING:
    from r3env.sandbox.link import Link

_CHUNK = 1 << 18
_GRACE = 2.0  # seconds in which an interrupted shell must answer before it is replaced
_START_TIME = 20.0
_LONGEST_POLL = 3600.0  # seconds; the kernel takes no time limit of years at once
_TERMINAL_CAP = 1 << 20  # bytes that something may scribble on our terminal

# Assignments alone: no function or alias of the agent can stand in their place.
_MARK = "PS1={}:$?:"
_SHOWN, _ABANDONED = re.compile(rb"([0-9a-f]{32}):(\d+):"), re.compile(rb"\$ $")
_LONE = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # the rest of the surrogates stands for bytes
_PROMPT = "PS1='$ ' PROMPT_COMMAND="
# No job control: a time-out or an ended command is ours to clean up, and background jobs are silent.
# `which` is a script on some systems, and scripts need an interpreter that free commands may not start.
_PREPARE = (
    "history -c; set +m +H +o history; unset HISTFILE MAILCHECK PROMPT_COMMAND; PS2= PS4='+ '; "
    'which() { [ "$1" = -a ] && { shift; type -aP -- "$@"; return; }; type -P -- "$@"; }'
)


class Session:
    """One persistent shell.

    Args:
        link: the warden.
        traffic: folder of command and output files, as the shell sees it.
        cap: bytes of output kept for each command.
        home: where the shell goes when it must leave a hidden place.
    """

    def __init__(self, link: Link, traffic: str, cap: int, home: str) -> None:
        self._link = link
        self._traffic = traffic
        self._cap = cap
        self._home = home
        self._terminal: Any = None
        self._status = 0
        # What bash says on the terminal when it cannot even begin to read a command.
        place = re.escape(traffic.encode())
        self._failure = re.compile(
            rb"bash: ((?:\w+: readonly variable|redirection error: |/dev/null: |"
            + place
            + rb"/\w+: )[^\r\n]*)"
        )
        self._useless = ""

    def run(self, command: str, timeout: float, fence: Fence | None, renew: bool = False) -> CommandResult:
        """Run one command line; see `Sandbox.run`."""
        if "\0" in command:
            return CommandResult("", 2, 0.0, note="not run: a command cannot hold a NUL byte")
        if _LONE.search(command):
            return CommandResult("", 2, 0.0, note="not run: a command cannot hold half a character")
        notes: list[str] = []
        self._link.idle_event()
        renewed = self._ready(notes)
        if renew and not renewed:
            renewed = self._replace(
                f"a new shell ran this, in {self._home}: variables and directory of the old one are lost",
                notes,
            )
        fence = fence or Fence()
        answer, _data, [pipe] = self._link.request(
            "begin",
            command.encode(errors="surrogateescape") + b"\n",
            passive=fence.passive,
            hidden=sorted(fence.hidden),
            cpu=fence.cpu,
        )
        try:
            if answer.get("leave") or answer.get("close"):
                renewed |= self._leave(answer, pipe, notes)
            return self._attend(pipe, timeout, notes, renewed)
        finally:
            os.close(pipe)

    def close(self) -> None:
        """Let go of the terminal."""
        if self._terminal is not None:
            self._terminal.close()
            self._terminal = None

    # -- one command

    def _attend(self, pipe: int, timeout: float, notes: list[str], renewed: bool) -> CommandResult:
        spool = Spool(self._cap)
        token = secrets.token_hex(16)
        # With the earlier status in place, `$?` means what it means at a command line.
        before = rf"\. {self._traffic}/status; " if self._status else ""
        line = rf"{before}\. {self._traffic}/command </dev/null >{self._traffic}/output 2>&1"
        began = time.monotonic()
        self._terminal.send(f"{_PROMPT}; {line}; {_MARK.format(token)}\n")
        status = self._await(token, pipe, spool, began + timeout)
        timed_out = status is None and self._link.ended is None
        if timed_out:
            self._interrupt(pipe, spool)
        duration = time.monotonic() - began
        _drain(pipe, spool)
        answer, _data, _fds = self._link.request("finish", clear=timed_out)
        notes += answer["notes"]
        ended = self._link.ended
        if ended is not None:
            how = "" if timed_out else f" ({_describe(ended)})"
            if self._useless:
                how = f" (it could take no command: {self._useless})"
            notes.append(f"the shell ended{how} and was restarted: its variables and directory are lost")
            self._ready([])
        else:
            self._remember(status if status is not None else 130)
        text, omitted = spool.text()
        return CommandResult(
            text, status, duration, timed_out, omitted, "; ".join(notes), renewed, ended is not None
        )

    def _await(self, token: str, pipe: int, spool: Spool, deadline: float) -> int | None:
        """Gather output until the marker comes; None when the time is over or the shell has ended."""
        poll = select.poll()
        for fd in (pipe, self._terminal.child_fd, self._link.sock.fileno()):
            poll.register(fd, select.POLLIN)
        while (left := deadline - time.monotonic()) > 0:
            for fd, event in poll.poll(min(left, _LONGEST_POLL) * 1000 + 1):
                if fd == pipe:
                    if event & select.POLLIN:
                        _read(pipe, spool)
                    else:
                        poll.unregister(pipe)  # all writers have gone; others may still open it
                elif fd == self._link.sock.fileno():
                    self._link.take_event()
                    return None
                elif (status := self._look(token)) is not None:
                    return status
        return None

    def _look(self, token: str) -> int | None:
        """The exit status, if the terminal shows the marker."""
        import pexpect

        while not self._useless:
            found = self._terminal.expect_list([_SHOWN, _ABANDONED, pexpect.TIMEOUT, pexpect.EOF], timeout=0)
            failure = self._failure.search(self._terminal.before if found < 2 else self._terminal.buffer)
            if failure:
                self._useless = failure[1].decode(errors="replace").rpartition("/")[2]
                self._link.request("end_shell")
                break
            if found == 0 and self._terminal.match[1] == token.encode():
                return int(self._terminal.match[2])
            if found == 1:
                # An error such as an unset variable has abandoned the line before its mark.
                self._terminal.send(f"{_MARK.format(token)}\n")
            elif found > 1:
                if len(self._terminal.buffer) > _TERMINAL_CAP:
                    self._terminal.buffer = b""
                break
        return None

    def _interrupt(self, pipe: int, spool: Spool) -> None:
        """Make the command stop and the shell answer again; end the shell when it does not."""
        end = time.monotonic() + _GRACE
        token = secrets.token_hex(16)
        hard = False
        while time.monotonic() < end:
            self._link.request("interrupt", hard=hard)
            self._terminal.send(f"{_MARK.format(token)}\n")
            if self._await(token, pipe, spool, time.monotonic() + 0.1) is not None:
                return
            if self._link.ended is not None:
                return
            hard = True
        self._link.request("end_shell")
        with suppress(SandboxError):
            self._await(token, pipe, spool, time.monotonic() + _GRACE)

    def _leave(self, trespass: dict[str, Any], pipe: int, notes: list[str]) -> bool:
        """Get the shell out of hidden places; True when it had to be replaced."""
        lines = [f"\\builtin cd {self._home}"] if trespass["leave"] else []
        # Descriptors from 10 up that bash keeps for itself are no one's to close: such a shell is replaced.
        lines += [f"\\exec {fd}<&-" for fd in trespass["close"]]
        self._link.request("prelude", "\n".join(lines).encode() + b"\n")
        token = secrets.token_hex(16)
        self._terminal.send(f"{_PROMPT}; \\. {self._traffic}/prelude; {_MARK.format(token)}\n")
        self._await(token, pipe, Spool(0), time.monotonic() + _GRACE)
        left, _data, _fds = self._link.request("trespass")
        if not left and self._link.ended is None:
            notes.append(f"the shell was moved out of another problem's folder to {self._home}")
            return False
        return self._replace("the shell held another problem's files open and was restarted", notes)

    # -- the shell

    def _replace(self, why: str, notes: list[str]) -> bool:
        """Start another shell in place of the present one, which is killed with all that it has started."""
        # Before its terminal is closed: a shell that leaves by itself would leave its jobs behind.
        self._link.request("end_shell")
        self._link.ended = 0
        self._ready([])
        notes.append(why)
        return True

    def _ready(self, notes: list[str]) -> bool:
        """Have a shell; True when an earlier one had ended and this one is fresh."""
        if self._terminal is not None and self._link.ended is None:
            return False
        import pexpect
        from pexpect.fdpexpect import fdspawn

        again = self._terminal is not None
        self.close()
        _answer, _data, [master] = self._link.request("shell")
        self._link.ended = None
        self._useless = ""
        self._terminal = fdspawn(master, timeout=_START_TIME, maxread=_CHUNK)
        self._terminal.delaybeforesend = None
        self._terminal.delayafterread = None
        token = secrets.token_hex(16)
        self._terminal.send(f"{_PREPARE}; {_MARK.format(token)}\n")
        if self._terminal.expect([rf"{token}:\d+:", pexpect.EOF, pexpect.TIMEOUT]) != 0:
            said = self._terminal.before.decode(errors="replace").strip()[-300:]
            raise SandboxError(f"no shell in the sandbox: expected bash to answer, it said {said!r}")
        if again:
            notes.append("the shell had ended and was restarted: its variables and directory are lost")
        self._remember(0)
        return again

    def _remember(self, status: int) -> None:
        if status != self._status:
            self._link.request("status", status=status)
            self._status = status


def _read(pipe: int, spool: Spool) -> int:
    try:
        data = os.read(pipe, _CHUNK)
    except BlockingIOError:
        return 0
    spool.feed(data)
    return len(data)


def _drain(pipe: int, spool: Spool) -> None:
    """Take what the pipe holds now and no more: a background job may print for ever."""
    import fcntl
    import struct
    import termios

    waiting = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]
    while waiting > 0:
        count = _read(pipe, spool)
        if not count:
            return
        waiting -= count


def _describe(status: int) -> str:
    return f"exit status {status}" if status >= 0 else f"signal {-status}"

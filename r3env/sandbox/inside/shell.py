"""The warden's side of the persistent shell: its terminal, its commands, the fences and watches round them."""

from __future__ import annotations

import fcntl
import os
import signal
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from r3env.sandbox.inside import launch, processes
from r3env.sandbox.inside.mounts import Mounts
from r3env.sandbox.inside.vault import Vault

_PIPE_SIZE = 1 << 20
_F_SETPIPE_SZ = 1031


class Shell:
    """One bash and what was started from it.

    Args:
        fences: switches of the exec fence and the file fence.
        traffic: folder for command files and output pipes.
        launcher, environment, limits: how the agent's processes are started.
    """

    def __init__(
        self,
        fences: Mounts | Vault,
        traffic: str,
        launcher: launch.Launcher,
        environment: Mapping[str, str],
        limits: Mapping[str, Any],
    ) -> None:
        self.fences = fences
        self.traffic = Path(traffic)
        self.environment = environment
        self.launcher = launcher
        self.listener = -1
        self.limits = limits
        self.pid = 0
        self.active = False
        self.notes: list[str] = []
        self.orphan_cpu = 0.0
        self.drains: set[int] = set()
        self.output = -1
        self._passive = False
        self._before: set[int] = set()
        self._hidden: frozenset[str] = frozenset()
        self._allowance = 0.0
        self._cpu_before = 0.0
        self._strikes = 0

    # -- the shell itself

    def start(self, argv: Sequence[str], cwd: str) -> int:
        """Start bash on a fresh terminal without echo; gives the terminal's other end."""
        master, slave = os.openpty()
        settings = termios.tcgetattr(slave)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, settings)
        os.fchmod(slave, 0)  # bash holds it open; whoever looks through descriptors must not read from it
        stdio = (slave, slave, slave)
        if self.listener >= 0:
            os.close(self.listener)
        self.pid, self.listener = self.launcher.start(argv, stdio, cwd, self.environment, self.limits)
        os.close(slave)
        return master

    def kill(self) -> None:
        """End the shell and everything started from it."""
        processes.end(())

    def reaped(self, pid: int, cpu: float) -> bool:
        """Note a reaped process; True when it was the shell."""
        self.orphan_cpu += cpu
        if pid != self.pid:
            return False
        self.pid = 0
        return True

    # -- one command

    def begin(
        self, command: bytes, passive: bool, hidden: Sequence[str], cpu: float
    ) -> tuple[dict[str, Any], int]:
        """Put the fences up and lay the command out.

        Returns:
            What the caller must do first (``leave``: the shell stands in or holds hidden places, ``close``: the
            descriptors it holds them by), and the read end of the output pipe.
        """
        self._passive, self._allowance, self._strikes = passive, cpu, 0
        self._before = {process.pid for process in processes.living((self.pid,))}
        if passive:
            if self._before:
                # Taken again when all stand still: what was forked meanwhile is no leftover of this command.
                self._before = set(processes.freeze((self.pid,)))
            self._set_fences(True, frozenset())
        else:
            self._end_intruders(frozenset(hidden))
            self._set_fences(False, frozenset(hidden))
        self._cpu_before = self._shell_cpu()
        self.active = True
        (self.traffic / "command").write_bytes(command)
        return {} if passive else self.trespass(), self._open_output()

    def trespass(self) -> dict[str, Any]:
        """Whether the shell itself stands in a hidden place or holds one open, and by which descriptors."""
        if not self._hidden:
            return {}
        folder, descriptors = processes.open_paths(self.pid)
        held = [fd for fd, path in descriptors.items() if self._is_hidden(path)]
        leave = self._is_hidden(folder)
        return {"leave": leave, "close": held} if leave or held else {}

    def finish(self) -> dict[str, Any]:
        """Take the passive fence down and put the place back to rest."""
        if self._passive:
            # A free command leaves nothing running: what it started would compute unpaid.
            if processes.end((self.pid,), self._before):
                self.notes.append("background processes of a free command were ended with it")
            if self._before:
                self.rest()
                processes.thaw(self._before)
        self.active = False
        self._release_output()
        notes, self.notes = self.notes, []
        return {"notes": notes}

    def rest(self) -> None:
        """The fences between commands, where background jobs may run: those of the last counted one."""
        self._set_fences(False, self._hidden)

    def interrupt(self, hard: bool) -> None:
        """Stop the running command: the shell is told to give up, its children are told or killed."""
        if self.pid:
            processes.send_signal(self.pid, signal.SIGINT)
        if hard:
            processes.end((self.pid,), self._before)
        else:
            for pid in processes.foreground(self.pid):
                processes.send_signal(pid, signal.SIGINT)

    def clear(self) -> None:
        """Kill everything that the running command has started."""
        processes.end((self.pid,), self._before)

    def survivors(self) -> list[str]:
        """Command lines of what runs besides the shell."""
        return [processes.command_line(one.pid) for one in processes.living((self.pid,))]

    # -- watches

    def tick(self) -> None:
        """Look at memory and, under the passive fence, at CPU time; act on a breach."""
        living = processes.living()
        self._watch_memory(living)
        most = self.limits["processes"]
        if most is not None and len(living) > most + 1:  # where the kernel cannot count the sandbox alone
            processes.end((self.pid,), self._before)
            self._note(f"processes were killed: the sandbox may run {most} at a time")
        if self.active and self._passive and self._cpu_used(living) > self._allowance:
            if not self._strikes:
                self.notes.append(f"stopped: a free command may use {self._allowance:g} s of CPU time")
            self.interrupt(hard=self._strikes > 0)
            # A shell that ignores the interrupt (a trap, a builtin deep in work) is ended.
            if self._strikes > 4 and self.pid:
                processes.send_signal(self.pid, signal.SIGKILL)
            self._strikes += 1

    def _watch_memory(self, living: list[processes.Process]) -> None:
        limit = self.limits["memory"]
        if limit is None or sum(one.resident for one in living) <= limit * launch.MIB:
            return
        sizes = {one.pid: processes.proportional(one.pid) for one in living}
        if sum(sizes.values()) > limit * launch.MIB:
            largest = max(sizes, key=lambda pid: sizes[pid])
            processes.send_signal(largest, signal.SIGKILL)
            what = "the shell" if largest == self.pid else "the largest process"
            self._note(f"{what} was killed: the sandbox may hold {limit:g} MiB of memory")

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def _shell_cpu(self) -> float:
        shell = processes.look(self.pid)
        return self.orphan_cpu + (shell.cpu + shell.children_cpu if shell else 0.0)

    def _cpu_used(self, living: list[processes.Process]) -> float:
        fresh = [one for one in living if one.pid != self.pid and one.pid not in self._before]
        return self._shell_cpu() - self._cpu_before + sum(one.cpu + one.children_cpu for one in fresh)

    # -- fences

    def _set_fences(self, passive: bool, hidden: frozenset[str]) -> None:
        self.fences.set_noexec(passive)
        self.fences.hide(hidden)
        if not passive:
            self._hidden = hidden

    def _end_intruders(self, hidden: frozenset[str]) -> None:
        """Background jobs of another problem end when the focus changes; so does one that holds a hidden place."""
        if not self._before:
            return
        if hidden != self._hidden:
            processes.end((self.pid,))
        else:
            self._hidden = hidden
            intruders = {pid for pid in self._before if self._holds_hidden(pid)}
            if not intruders:
                return
            processes.end((self.pid,), self._before - intruders)
        self._before = set()
        self.notes.append("background processes of another problem were ended")

    def _holds_hidden(self, pid: int) -> bool:
        folder, descriptors = processes.open_paths(pid)
        return self._is_hidden(folder) or any(map(self._is_hidden, descriptors.values()))

    def _is_hidden(self, path: str) -> bool:
        # A moved file shows the path it has been moved to.
        places = [*self._hidden, self.fences.elsewhere] if self.fences.elsewhere else self._hidden
        return any(path == place or path.startswith((f"{place}/", f"{place} ")) for place in places)

    # -- output

    def _open_output(self) -> int:
        # A new pipe for each command: what an earlier one's background jobs still print goes to theirs.
        place = self.traffic / "output"
        place.unlink(missing_ok=True)
        os.mkfifo(place)
        place.chmod(0o622)
        self.output = os.open(place, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with suppress(OSError):
            fcntl.fcntl(self.output, _F_SETPIPE_SZ, _PIPE_SIZE)
        return self.output

    def _release_output(self) -> None:
        if self.output >= 0:
            self.drains.add(self.output)
            self.drain(self.output)
            self.output = -1

    def drain(self, pipe: int) -> None:
        """Throw away what background jobs print, so that they go on; close the pipe after the last one."""
        try:
            ended = not os.read(pipe, 1 << 16)
        except BlockingIOError:
            ended = False
        if ended:
            self.drains.discard(pipe)
            os.close(pipe)

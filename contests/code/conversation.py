"""A program and an interactor that talk: carries the bytes, and judges by cause and effect, not by who ended first.

Neither side ever meets a broken pipe or a full one: what one says is taken at once, and kept until the other reads
it or has ended. A program that fails is told apart from one that was refused by a rule without a race: the
interactor learns of a failed program only when it has read all that there was and falls silent. A verdict before
that is its own; after that the program's failure counts.
"""

from __future__ import annotations

import array
import fcntl
import os
import select
import termios
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from contests.code.checkers import Comparison, from_process
from contests.code.package import JudgeVerdict
from contests.code.package_check import run_verdict
from r3env.sandbox.protocol import Ending, ProcessResult, Streams

Start = Callable[[Streams], ProcessResult]
"""Runs one side to its end. Takes the streams over, whatever happens (`r3env.sandbox.protocol.Streams`)."""

QUIET = 1.0
"""Seconds without a byte after which an interactor that has read everything is taken to wait for the program."""

_LOOK = 0.05  # seconds between looks while the interactor may still be thinking
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Conversation:
    """How both sides ended.

    Attributes:
        program: the side that is judged.
        interactor: the jury's side.
        unprompted: the interactor ended before it was told of a failure of the program.
    """

    program: ProcessResult
    interactor: ProcessResult
    unprompted: bool

    @property
    def said(self) -> Comparison:
        """The interactor's word, from its exit code; a judge error where it ended in any other way."""
        return from_process(self.interactor, "interactor", self.interactor.stderr)

    @property
    def verdict(self) -> Comparison:
        """What the program deserves.

        An interactor that refuses the program, or fails, by its own motion decides. One that accepts it leaves the
        rest to how the program ends. After a failure of the program only that failure counts, except that a
        hang is the interactor's when it does not even end after its input has.
        """
        failed, said = run_verdict(self.program), self.said
        if failed is None:
            return said
        if self.unprompted:
            return failed if said.accepted else said
        hung = self.program.ending is Ending.WALL_LIMIT
        return said if hung and said.verdict is JudgeVerdict.JUDGE_ERROR else failed


def converse(program: Start, interactor: Start, *, limit: int) -> Conversation:
    """Run both sides until both have ended.

    Args:
        program: starts the program that is judged.
        interactor: starts the interactor.
        limit: bytes that each may say.

    Raises:
        Exception: what either start raised; the other side has ended then too.
    """
    wake, waker = os.pipe()
    sides = Side(program, waker), Side(interactor, waker)
    try:
        talk = _Talk(*sides, wake, limit)
        for side in sides:
            side.begin()
        unprompted = talk.carry()
    finally:
        for side in sides:
            side.close()
        os.close(wake)
        os.close(waker)
    results = [side.outcome() for side in sides]
    return Conversation(results[0], results[1], unprompted)


class Side:
    """One of the two, as seen from between them.

    Args:
        start: see `Start`.
        waker: gets a byte when this side has ended.
    """

    def __init__(self, start: Start, waker: int) -> None:
        inner_stdin, self.stdin = os.pipe()
        self.stdout, inner_stdout = os.pipe()
        inner_leash, self.leash = os.pipe()
        os.set_blocking(self.stdin, False)
        self.pending = bytearray()
        self.said = 0
        self.flooded = False
        self.ended = False
        self._result: ProcessResult | None = None
        self._error: BaseException | None = None
        streams = Streams(inner_stdin, inner_stdout, inner_leash)
        self._thread = threading.Thread(target=self._run, args=(start, streams, waker))

    def begin(self) -> None:
        """Start it, in a thread of its own."""
        self._thread.start()

    def _run(self, start: Start, streams: Streams, waker: int) -> None:
        try:
            self._result = start(streams)
        except BaseException as error:
            self._error = error
        self.ended = True
        os.write(waker, b".")

    @property
    def failed(self) -> bool:
        """Whether it has ended, and not well."""
        return self.ended and (self._result is None or self.flooded or run_verdict(self._result) is not None)

    @property
    def hung(self) -> bool:
        """Whether it was ended by the wall limit."""
        return self._result is not None and self._result.ending is Ending.WALL_LIMIT

    def outcome(self) -> ProcessResult:
        """Its result; one that said too much was stopped for that."""
        if self._result is None:
            raise self._error or RuntimeError("expected a side that has ended, got one that runs")
        if not self.flooded:
            return self._result
        return replace(self._result, ending=Ending.OUTPUT_LIMIT, exit_code=None, signal=None)

    def listen(self, limit: int) -> bytes:
        """What it says now; at the end of it ``stdout`` is closed."""
        data = os.read(self.stdout, _CHUNK)
        self.said += len(data)
        if not data:
            os.close(self.stdout)
            self.stdout = -1
        elif self.said > limit and not self.flooded:
            self.flooded = True
            self.stop()
        return data

    def tell(self, data: bytes) -> None:
        """Say something to it, as far as it takes it now; what it will never read is dropped."""
        if self.stdin < 0 or self.ended:
            self.pending.clear()
            return
        self.pending += data
        try:
            del self.pending[: os.write(self.stdin, self.pending)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.pending.clear()

    def finish(self) -> None:
        """End its input."""
        if self.stdin >= 0:
            os.close(self.stdin)
            self.stdin = -1

    def unread(self) -> bool:
        """Whether it has not yet read all that it was told."""
        if self.stdin < 0:
            return False
        waiting = array.array("i", [0])
        fcntl.ioctl(self.stdin, termios.FIONREAD, waiting)
        return bool(self.pending) or waiting[0] > 0

    def stop(self) -> None:
        """Kill it."""
        if self.leash >= 0:
            os.close(self.leash)
            self.leash = -1

    def close(self) -> None:
        """Kill it if it still runs, and let go of everything."""
        self.stop()
        if self._thread.ident is not None:
            self._thread.join()
        self.finish()
        if self.stdout >= 0:
            os.close(self.stdout)
            self.stdout = -1


class _Talk:
    """Carries bytes until both sides have ended."""

    def __init__(self, program: Side, interactor: Side, wake: int, limit: int) -> None:
        self._program = program
        self._interactor = interactor
        self._wake = wake
        self._limit = limit
        self._moved = time.monotonic()
        self._told = False
        self._told_of_failure = False

    def carry(self) -> bool:
        """Until both have ended; gives whether the interactor ended before it was told of a failed program."""
        while not (self._program.ended and self._interactor.ended):
            self._step()
        return not self._told_of_failure

    def _step(self) -> None:
        program, interactor = self._program, self._interactor
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        for side in (program, interactor):
            if side.stdout >= 0:
                poll.register(side.stdout, select.POLLIN)
            if side.pending:
                poll.register(side.stdin, select.POLLOUT)
        waiting = program.stdout < 0 and not interactor.ended
        for fd, _events in poll.poll(_LOOK * 1000 if waiting else None):
            if fd == self._wake:
                os.read(fd, 1)
            elif fd == program.stdout:
                self._pass_on(program, interactor)
            elif fd == interactor.stdout:
                self._pass_on(interactor, program)
            else:
                self._moved = time.monotonic()
                (program if fd == program.stdin else interactor).tell(b"")
        if interactor.ended:
            self._after_interactor()
        else:
            self._after_program()

    def _pass_on(self, speaker: Side, listener: Side) -> None:
        self._moved = time.monotonic()
        listener.tell(speaker.listen(self._limit))

    def _pass_on_end(self) -> None:
        """Once the interactor has said all that it will, the program's input ends."""
        if self._interactor.stdout < 0 and not self._program.pending:
            self._program.finish()

    def _after_interactor(self) -> None:
        """It has ended: a program that it accepts may come to its own end, another one is stopped."""
        self._interactor.pending.clear()
        if self._interactor.failed:
            self._program.stop()
        else:
            self._pass_on_end()

    def _after_program(self) -> None:
        """It has said all that it will: tell the interactor so, at once or when that waits for more."""
        program, interactor = self._program, self._interactor
        self._pass_on_end()
        if program.stdout >= 0 or interactor.pending or self._told:
            return
        if not (program.ended and not program.failed) and not self._quiet():
            return
        self._told, self._told_of_failure = True, program.failed
        if program.failed and not program.hung:
            interactor.stop()  # nothing that it could say counts any more
        else:
            interactor.finish()

    def _quiet(self) -> bool:
        if self._interactor.unread():
            self._moved = time.monotonic()
        return time.monotonic() - self._moved >= QUIET

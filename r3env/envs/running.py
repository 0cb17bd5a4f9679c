"""Running one command of an agentic episode: its fence, and its result as an event keeps it."""

from __future__ import annotations

from collections.abc import Mapping

from r3env.decision import Decision, Kind
from r3env.event import Result
from r3env.paths import Paths
from r3env.sandbox.protocol import CommandResult, Fence


def fence_of(decision: Decision, focus: str | None, paths: Paths, places: Mapping[str, str]) -> Fence:
    """A free command runs passively; a counted one cannot open what belongs to other problems.

    Args:
        decision: what the accounting said of the command.
        focus: the focused problem.
        paths: places in the sandbox.
        places: label to path of its artifact; a file that several problems share belongs to others as well.
    """
    if decision.kind is Kind.FREE:
        return Fence(passive=True)
    others = [label for label in places if label != focus]
    return Fence(hidden=frozenset({paths.scratch(x) for x in others} | {places[x] for x in others}))


def result_of(done: CommandResult, timeout: float) -> Result:
    """What an event keeps of the result of a command that had ``timeout`` seconds."""
    late = f"the command ran out of time after {timeout:.3g} s" if done.timed_out else ""
    return Result(
        output=done.output,
        exit_code=done.exit_code,
        duration=done.duration,
        truncated=done.truncated,
        timed_out=done.timed_out,
        note="; ".join(note for note in (late, done.note) if note),
    )

"""What the accounting says of one action of the agentic setting, before anything is run or charged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from r3env.decision import Decision, Kind, SubClass
from r3env.domain import DomainCommand
from r3env.event import GuardRecord
from r3env.policy import Act
from r3env.shell import Context, ShellState, classify
from r3env.shell.bookkeeping import parse

OVER = (SubClass.NO_BUDGET, SubClass.FINALIZING)
"""Why no counted command is run any more."""


def decide(act: Act, context: Context, shell: ShellState, commands: Mapping[str, DomainCommand]) -> Decision:
    """Judge an action: a malformed call, bookkeeping, a command of the domain, or a shell command."""
    command = act.action
    if not isinstance(command, str):
        return _error(f"an action is a command string, got {type(command).__name__}")
    if act.raw.get("protocol_error"):
        return _error(str(act.raw["protocol_error"]))
    known = parse(command, context.labels)
    if known is not None:
        calls = act.raw.get("calls_in_turn", 1)
        alone = not isinstance(calls, int) or calls <= 1
        if known.name == "mark_task_complete" and not known.error and not alone:
            return _error(
                f"mark_task_complete must stand alone in its turn, but the turn holds {calls} calls"
            )
        return known.decision
    named = commands.get(first_word(command))
    if named is not None:
        return _domain_command(named, context)
    decision = classify(command, context, shell)
    if decision.subclass not in OVER:
        return decision
    # What earlier commands did to the shell must not keep an agent from writing down what it has.
    anew = classify(command, context, shell.renewed(context.paths.app))
    if anew.kind is not Kind.FREE:
        return decision
    return replace(anew, reason=f"{anew.reason}, in a new shell", renewed=True)


def first_word(command: str) -> str:
    """First word of a command line, or an empty text."""
    words = command.split(maxsplit=1)
    return words[0] if words else ""


def after_votes(decision: Decision, votes: Sequence[GuardRecord]) -> Decision:
    """The decision after the guards' votes: the outermost refusal, which voted first, wins."""
    refusal = next((v for v in votes if v.refused), None)
    if refusal is None or decision.kind is not Kind.COUNTED:
        return decision
    reason = f"{refusal.guard}: {refusal.reason}"
    return replace(decision, kind=Kind.BLOCKED, subclass=SubClass.SCHEDULER, reason=reason)


def _domain_command(command: DomainCommand, context: Context) -> Decision:
    programs = (command.name,)
    if command.charge == 0:
        return Decision(Kind.FREE, SubClass.BOOKKEEPING, "a free command of the domain", programs)
    if context.remaining is not None and command.charge > context.remaining:
        reason = f"it costs {command.charge} actions, {context.remaining:g} remain"
        return Decision(Kind.BLOCKED, SubClass.NO_BUDGET, reason, programs)
    if context.finalizing:
        return Decision(Kind.BLOCKED, SubClass.FINALIZING, "the solving phase is over", programs)
    if context.focus is None:
        return Decision(Kind.BLOCKED, SubClass.NO_FOCUS, "no problem is focused: focus_problem X", programs)
    if context.target not in (None, context.focus):
        return Decision(Kind.BLOCKED, SubClass.DISTRACTOR, f"only problem {context.target} counts", programs)
    return Decision(Kind.COUNTED, SubClass.COMPUTE, "a command of the domain", programs)


def _error(reason: str) -> Decision:
    return Decision(Kind.ERROR, SubClass.PROTOCOL, reason)

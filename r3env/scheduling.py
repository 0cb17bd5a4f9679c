"""`Guard`: the base of schedulers. A guard adds a directive to the prompt and may refuse counted commands.

What a guard may see is `GuardState`, a frozen snapshot built from the event log: nothing hidden is in it. All
guards of a stack vote on a command that would be charged, every vote is recorded, the outermost refusal wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

import gymnasium

from r3env import catalog, prompts
from r3env.decision import Decision, Kind
from r3env.errors import ConfigError
from r3env.event import Event, EventKind, GuardRecord


@dataclass(frozen=True, slots=True)
class ProblemState:
    """What everybody may know of one problem.

    Attributes:
        label: its label.
        counted_steps: counted commands charged to it.
        candidate: digest of its answer or solution; None when there is none, or a malformed one.
        candidate_at_step: the digest when its last counted step had ended; None also when there was no step.
        steps_on_candidate: counted steps on it that began with the present candidate already stable.
    """

    label: str
    counted_steps: int = 0
    candidate: str | None = None
    candidate_at_step: str | None = None
    steps_on_candidate: int = 0

    @property
    def stable(self) -> bool:
        """A candidate exists and has not changed since the last counted step (spec section 6, B)."""
        return self.candidate is not None and self.candidate == self.candidate_at_step


@dataclass(frozen=True, slots=True)
class GuardState:
    """A snapshot for guards.

    Attributes:
        problems: in label order; distractors of a target-in-suite episode are left out.
        focus: label of the focused problem, or None.
        total: official budget in actions; None is unbudgeted.
        remaining: what is left of it.
        elapsed: share of the time limit that has passed, 0 to 1.
    """

    problems: tuple[ProblemState, ...]
    focus: str | None
    total: float | None
    remaining: float | None
    elapsed: float = 0.0

    @property
    def focused(self) -> ProblemState | None:
        """The focused problem, or None."""
        return next((p for p in self.problems if p.label == self.focus), None)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A guard's no: its name, and what the player should do instead."""

    guard: str
    reason: str


class Guarded(Protocol):
    """What a guard asks of the environment below it."""

    def preview(self, command: Any) -> Decision:
        """What the accounting would say of a command now."""
        ...

    def guard_state(self) -> GuardState:
        """The snapshot that guards may see."""
        ...

    def cast_vote(self, vote: GuardRecord) -> None:
        """Take a vote on the action that comes next."""
        ...


def replay_problems(labels: Sequence[str], events: Sequence[Event]) -> tuple[ProblemState, ...]:
    """Problem states from an event log, in label order."""
    states = {label: ProblemState(label) for label in labels}
    for event in events:
        advance(states, event)
    return tuple(states.values())


def advance(states: dict[str, ProblemState], event: Event) -> None:
    """Take one event into account, in place; events that are no actions change nothing."""
    if event.kind is not EventKind.ACTION:
        return
    now: Mapping[str, str | None] = event.detail.get("candidates", {})
    counted = event.decision is not None and event.decision.kind is Kind.COUNTED
    for label, old in states.items():
        candidate = now.get(label, old.candidate)
        stepped = counted and event.problem == label
        on_candidate = old.steps_on_candidate + (stepped and old.stable)
        states[label] = ProblemState(
            label,
            old.counted_steps + stepped,
            candidate,
            candidate if stepped else old.candidate_at_step,
            on_candidate if candidate == old.candidate else 0,
        )


class Guard(gymnasium.Wrapper[dict[str, Any], str, dict[str, Any], str]):
    """Base of schedulers: subclasses give `name`, `directive` and `refuse`.

    Attributes:
        name: its name in records and in the file of its text.
        folder: where `text` finds prompt files.

    Args:
        env: an agentic environment, possibly guarded already.
        **options: what decides the guard's behaviour; recorded in every episode's spec.
    """

    name: ClassVar[str] = "guard"
    folder: ClassVar[Path] = prompts.FOLDER

    def __init__(self, env: gymnasium.Env[dict[str, Any], str], **options: Any) -> None:
        base = env.unwrapped
        if not hasattr(base, "cast_vote"):
            raise ConfigError(
                f"{type(self).__name__} guards actions: it wraps r3env/Agentic-v0, not {type(base).__name__}"
            )
        super().__init__(env)
        self.guard_spec: dict[str, Any] = {"name": self.name, **options}

    @property
    def _base(self) -> Guarded:
        base: Any = self.env.unwrapped
        guarded: Guarded = base
        return guarded

    def directive(self) -> str:
        """The paragraph added to the prompt."""
        return self.text(self.name)

    def refuse(self, decision: Decision, state: GuardState) -> Refusal | None:
        """Vote on a command that would be charged; None lets it pass."""
        raise NotImplementedError(f"{type(self).__name__} must define refuse(decision, state)")

    def text(self, name: str, **values: object) -> str:
        """A prompt file of this scheduler, ``name``.md in `folder`, with ``$values`` filled in."""
        try:
            return prompts.text(name, folder=self.folder, **values)
        except FileNotFoundError:
            raise ConfigError(
                f"scheduler {self.name!r} has no text {name}.md: define directive(), or set folder to where it lies"
            ) from None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Reset with this guard's directive in the prompt; inner guards come first in it."""
        given = dict(options or {})
        directive = self.directive()
        if not isinstance(directive, str):
            raise TypeError(f"directive of {self.name!r} must return a text, got {directive!r}")
        given["directives"] = [directive, *given.get("directives", ())]
        return self.env.reset(seed=seed, options=given)

    def step(self, action: str) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Vote, then pass the action on: the environment answers a refused one and logs it."""
        decision = self._base.preview(action)
        if decision.kind is Kind.COUNTED:
            refusal = self.refuse(decision, self._base.guard_state())
            if refusal is not None and not isinstance(refusal, Refusal):
                raise TypeError(f"refuse of {self.name!r} must return a Refusal or None, got {refusal!r}")
            reason = refusal.reason if refusal else ""
            self._base.cast_vote(GuardRecord(self.name, refusal is not None, reason))
        return self.env.step(action)


def stack(env: gymnasium.Env[Any, Any], names: str | Sequence[str]) -> gymnasium.Env[Any, Any]:
    """Wrap an environment by schedulers given by name, innermost first.

    ``coverage+verification`` is a stack of two when no scheduler of that whole name is registered; so is
    ``coverage+./mine.py:Mine``.
    """
    listed = [names] if isinstance(names, str) else names
    if not isinstance(listed, list | tuple) or not all(isinstance(name, str) for name in listed):
        raise ConfigError(f"scheduler must be a name or a list of names, got {names!r}")
    for name in listed:
        for part in _parts(name):
            env = _wrapped(env, part)
    return env


def _wrapped(env: gymnasium.Env[Any, Any], name: str) -> gymnasium.Env[Any, Any]:
    made = catalog.schedulers.make(name, catalog.schedulers.load(name), env)
    if not isinstance(made, gymnasium.Env):
        raise ConfigError(
            f"scheduler {name!r} made a {type(made).__name__}, expected a wrapper of the environment: "
            "subclass r3env.scheduling.Guard"
        )
    return made


def _parts(name: str) -> list[str]:
    """The schedulers that a name with ``+`` stands for; a registered name or a path may hold that sign too."""
    parts, pending = [], ""
    if name in catalog.schedulers.entries():
        return [name]
    for piece in name.split("+"):
        pending = f"{pending}+{piece}" if pending else piece
        if pending in catalog.schedulers.entries() or ":" in pending or not pending.startswith((".", "/")):
            parts.append(pending)
            pending = ""
    return [*parts, pending] if pending else parts

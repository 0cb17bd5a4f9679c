"""`ContestEnv`: what every setting shares: the contest, the ledger, the event log, and grading once at the end."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np

from r3env import prompts
from r3env.budget import Budget, check_total
from r3env.contest_source import ContestLike, ContestSource
from r3env.domain import Domain, GradeContext, Setting, load_domain
from r3env.errors import ConfigError, R3Error
from r3env.event import Event, EventKind
from r3env.grading import grade_contest
from r3env.policy import Act
from r3env.problem import Contest, content_digest
from r3env.verdict import Parsed, Verdict

PROTOCOL_VERSION = 1
INT_MAX = 2**53


class NotResetError(R3Error):
    """`step` was called before `reset`, or after the episode had ended."""


class ContestEnv(gymnasium.Env[dict[str, Any], Any]):
    """Base of the environments of one contest at a time.

    Args:
        contest: id, range, suite name, Contest or several of them; with more than one, each `reset` draws.
        budget: official budget in ``unit``; None is unbudgeted.
        target: label of the target in target-in-suite stress.
        with_difficulty: show tiers in the prompt.
        caps: further caps by meter (``output_tokens``, ``seconds``, ``usd``).
        render_mode: None or ``ansi``.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012
    setting: ClassVar[Setting]
    unit: ClassVar[str]

    def __init__(
        self,
        contest: ContestLike,
        budget: float | None,
        *,
        target: str | None = None,
        with_difficulty: bool = False,
        caps: Mapping[str, float] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ConfigError(f"render_mode must be None or 'ansi', got {render_mode!r}")
        self.render_mode = render_mode
        self.budget_total = check_total(budget, self.unit)
        self.caps = _checked_caps(caps)
        self.with_difficulty = bool(with_difficulty)
        self.source = ContestSource(contest, target)
        self.contest: Contest = self.source.contests[0]
        self.domain: Domain = load_domain(self.contest.domain)
        self.budget = self._ledger()
        self.events: list[Event] = []
        self.verdicts: tuple[Verdict, ...] | None = None
        self.artifacts: dict[str, str] = {}
        self.playing = False
        self._started = 0.0
        self._act: Act | None = None

    def _ledger(self) -> Budget:
        return Budget(self.unit, self.budget_total, caps=self.caps, problems=self.contest.labels)

    def announce(self, act: Act) -> None:
        """Hand over what the next action's turn used (`run_episode` calls it); plain `step` needs none."""
        self._act = act

    def _take_act(self, action: Any) -> Act:
        """The announced act if it belongs to ``action``, else a bare one; used once."""
        act, self._act = self._act_of(action), None
        return act

    def _act_of(self, action: Any) -> Act:
        return self._act if self._act is not None and self._act.action is action else Act(action)

    def finish_early(self) -> None:
        """Grade what stands after the policy failed; a no-op when nothing can be graded."""
        if self.playing:
            self._grade({})

    def abort(self) -> None:
        """End without grading, after an infrastructure failure."""
        self.playing = False

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Draw the contest and start a fresh ledger and log; called first by every `reset`."""
        super().reset(seed=seed)
        contest = self.source.draw(self.np_random, options)
        if contest.domain != self.contest.domain:
            self.domain = load_domain(contest.domain)
        self.contest = contest
        self.budget = self._ledger()
        self.events = []
        self.verdicts = None
        self.artifacts = {}
        self.playing = True
        self._started = time.monotonic()

    def _require_playing(self) -> None:
        if not self.playing:
            ended = "the environment was not reset"
            if self.events:
                ended = "the episode has ended" if self.verdicts is not None else "the episode was broken off"
            raise NotResetError(f"cannot step: {ended}; call env.reset() first")

    def _log(self, kind: EventKind, **fields: Any) -> Event:
        """Append one event; balances default to what stands now."""
        fields.setdefault("before", self.budget.remaining)
        fields.setdefault("after", self.budget.remaining)
        event = Event(seq=len(self.events), kind=kind, time=self.elapsed, **fields)
        self.events.append(event)
        return event

    @property
    def elapsed(self) -> float:
        """Seconds since `reset`."""
        return time.monotonic() - self._started

    def _grade(self, parsed: Mapping[str, Parsed], context: GradeContext | None = None) -> float:
        """Judge every label, end the episode, and return the reward: problems solved."""
        self.verdicts = grade_contest(self.domain, self.contest, parsed, context)
        self.playing = False
        return float(sum(v.correct for v in self.verdicts))

    def _info(self, **more: Any) -> dict[str, Any]:
        """A fresh info dict: nothing in it is shared with the environment."""
        budget = self.budget.snapshot()
        budget["meters"].pop("seconds", None)  # the clock stays out of what must be reproducible
        info: dict[str, Any] = {
            "setting": self.setting,
            "domain": self.contest.domain,
            "contest": self.contest.id,
            "labels": list(self.contest.labels),
            "budget": budget,
            **more,
        }
        if self.verdicts is not None:
            info["verdicts"] = [Verdict.from_dict(v.to_dict()) for v in self.verdicts]
        return info

    def protocol(self) -> dict[str, Any]:
        """Everything on the environment's side that decides an outcome: part of the fingerprint."""
        contest = self.contest
        return {
            "setting": self.setting,
            "mode": "target" if contest.target else "single" if len(contest) == 1 else "contest",
            "domain": contest.domain,
            "domain_version": self.domain.version,
            "contest": contest.id,
            "contest_digest": content_digest(contest),
            "problems": [p.id for p in contest],
            "tiers": [None if p.tier is None else str(p.tier) for p in contest],
            "target": contest.target,
            "budget": self.budget_total,
            "caps": dict(self.caps),
            "with_difficulty": self.with_difficulty,
            "prompts": prompts.digest(),
            "protocol": PROTOCOL_VERSION,
        }

    def render(self) -> str | None:
        """The balance and, at the end, the verdicts, as a few lines of text."""
        if self.render_mode != "ansi":
            return None
        total = "unbudgeted" if self.budget.total is None else f"of {self.budget.total}"
        lines = [f"{self.contest.id}: {self.budget.used} {self.unit} used, {total}"]
        lines += [f"  {v.label} {v}" for v in self.verdicts or ()]
        return "\n".join(lines)


METERS = ("output_tokens", "seconds", "usd")
"""Meters beside the official budget that may be capped."""


def _checked_caps(caps: Mapping[str, float] | None) -> dict[str, float]:
    if caps is None:
        return {}
    if not isinstance(caps, Mapping) or not set(caps) <= set(METERS):
        raise ConfigError(f"caps must map some of {', '.join(METERS)} to a number, got {caps!r}")
    checked = {meter: check_total(cap, meter) for meter, cap in caps.items()}
    return {meter: cap for meter, cap in checked.items() if cap is not None}


def number(value: float | None) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A balance as an integer observation of shape (); -1 stands for unbudgeted."""
    return np.array(-1 if value is None else int(value), dtype=np.int64)


def number_space() -> gymnasium.spaces.Box:
    """The space of `number`."""
    return gymnasium.spaces.Box(-1, INT_MAX, shape=(), dtype=np.int64)

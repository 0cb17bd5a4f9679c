"""`r3env/Agentic-v0`: six problems in a shell under one budget of counted actions (spec section 5)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from r3env.contest_source import ContestLike, common_size
from r3env.decision import Decision, Kind, SubClass
from r3env.domain import DomainCommand, GradeContext, Setting, Statement
from r3env.envs import reminders
from r3env.envs.agentic_prompt import agentic_prompt, initial_files
from r3env.envs.answers import AnswerDesk
from r3env.envs.base import INT_MAX, ContestEnv, number, number_space
from r3env.envs.clerk import Clerk
from r3env.envs.deciding import after_votes, decide, first_word
from r3env.envs.phases import Phases, check_seconds
from r3env.envs.running import fence_of, result_of
from r3env.errors import ConfigError, SandboxError
from r3env.event import EventKind, GuardRecord, Result
from r3env.paths import Paths
from r3env.policy import Act
from r3env.sandbox import open_sandbox
from r3env.sandbox.protocol import Limits, Sandbox
from r3env.scheduling import GuardState, ProblemState, advance, stack
from r3env.shell import Context, ShellState
from r3env.shell.bookkeeping import parse
from r3env.text_space import UnicodeText, clip

MAX_TEXT = 4_000_000
OUTPUT_CHARS = 20_000
"""Characters of output that an observation shows; the cut is marked inside the text."""
EPISODE_LIMITS = Limits(memory=2048, storage=10240)


class AgenticEnv(ContestEnv):
    """One contest in a sandboxed shell; an action is a command line, or a bookkeeping command.

    Observation: ``instruction``, ``output``, ``reminder`` (texts), ``focus`` (index, -1 none), ``used``,
    ``remaining`` (-1 unbudgeted), ``counts`` (counted commands of each problem), ``artifacts`` (0 nothing,
    1 something malformed, 2 an answer). Reward: 0, and in the last step the number of problems solved.
    ``terminated`` on `mark_task_complete`, ``truncated`` on a limit.

    Args:
        contest: see `ContestEnv`.
        budget: counted actions; 0 allows none, None is unbudgeted.
        sandbox: name of the backend, or ``auto``.
        command_timeout: seconds a command may take.
        max_steps: actions of any kind.
        max_protocol_errors: malformed actions in a row that end the episode.
        time_limit: seconds of an episode.
        notices: announce 50, 75 and 90 % of the budget.
        target, with_difficulty, caps, render_mode: see `ContestEnv`; caps may name ``output_tokens``,
            ``seconds`` and ``usd``.
    """

    setting: ClassVar[Setting] = "agentic"
    unit: ClassVar[str] = "actions"

    def __init__(
        self,
        contest: ContestLike = "ar/001",
        budget: float | None = None,
        *,
        sandbox: str = "auto",
        command_timeout: float = 60.0,
        max_steps: int = 200,
        max_protocol_errors: int = 3,
        time_limit: float = 7200.0,
        notices: bool = False,
        target: str | None = None,
        with_difficulty: bool = False,
        caps: Mapping[str, float] | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_seconds("command_timeout", command_timeout)
        if not isinstance(sandbox, str):
            raise ConfigError(f"sandbox must be the name of a backend, or 'auto', got {sandbox!r}")
        self.phases = Phases(max_steps, max_protocol_errors, time_limit, notices)
        super().__init__(
            contest,
            budget,
            target=target,
            with_difficulty=with_difficulty,
            caps=caps,
            render_mode=render_mode,
        )
        if isinstance(self.budget_total, float):
            raise ConfigError(f"budget must be a whole number of actions, got {self.budget_total!r}")
        count = common_size(self.source.contests)
        self.sandbox_name = sandbox
        self.command_timeout = float(command_timeout)
        self.sandbox: Sandbox | None = None
        self.directives: list[str] = []
        self._votes: list[GuardRecord] = []
        self.observation_space = spaces.Dict(
            {
                "instruction": UnicodeText(MAX_TEXT),
                "output": UnicodeText(MAX_TEXT),
                "reminder": UnicodeText(MAX_TEXT),
                "focus": spaces.Discrete(count + 1, start=-1),
                "used": number_space(),
                "remaining": number_space(),
                "counts": spaces.Box(0, INT_MAX, shape=(count,), dtype=np.int64),
                "artifacts": spaces.MultiDiscrete([3] * count, dtype=np.int64),
            }
        )
        self.action_space = UnicodeText(MAX_TEXT)

    # -- Gymnasium ---------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode in a fresh sandbox.

        Raises:
            SandboxError: no sandbox could be started; the message says how to get one.
        """
        self.close()
        self._begin(seed, options)
        common_size([self.source.contests[0], self.contest])
        self.directives = list((options or {}).get("directives", ()))
        self.phases.begin()
        self._votes = []
        self._mark = time.monotonic()
        self._states = {label: ProblemState(label) for label in self.contest.labels}
        self._commands: Mapping[str, DomainCommand] = self.domain.commands()
        sandbox = open_sandbox(self.sandbox_name)
        self.sandbox = sandbox
        self.desk = AnswerDesk(self.domain, self.contest.labels, sandbox.paths)
        self.clerk = Clerk(self.contest, self.desk)
        statement = self.domain.state(
            self.contest, self.setting, sandbox.paths, with_difficulty=self.with_difficulty
        )
        sandbox.start(initial_files(self.contest, statement, sandbox.paths), EPISODE_LIMITS)
        self._shell = ShellState.fresh(sandbox.paths.app)
        self._standing = self.desk.read(sandbox)
        self._instruction = clip(self._prompt(statement), MAX_TEXT)
        self._output = ""
        self._messages: list[str] = []
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take one command.

        Raises:
            NotResetError: before `reset`, or after the end.
            SandboxError: the sandbox died: infrastructure; `reset` starts over.
        """
        self._require_playing()
        act = self._take_act(action)
        votes, self._votes = tuple(self._votes), []
        command = act.action if isinstance(act.action, str) else repr(act.action)[:1000]
        decision = after_votes(self._decide(act), votes)
        before, focus = self.budget.remaining, self.focus
        charges = self._charge(act, decision, command)
        self.phases.count(malformed=decision.kind is Kind.ERROR)
        try:
            result = self._perform(command, decision)
            self._standing = self.desk.read(self._live)
        except BaseException as error:  # an interrupt, too, leaves the shell in the midst of a command
            charges["seconds"] = self._charge_time()
            self._log(
                EventKind.INFRASTRUCTURE, action=command, turn=act.turn, decision=decision, charges=charges,
                before=before, focus=self.focus, problem=focus if decision.charged else None,
                result=Result(note=str(error) or type(error).__name__), guards=votes,
            )  # fmt: skip
            self.abort()
            raise
        charges["seconds"] = self._charge_time()
        self._log_action(act, command, decision, before, focus, charges, result, votes)
        return self._after(command, decision)

    def close(self) -> None:
        """End the sandbox and all that runs in it; harmless when there is none."""
        if self.sandbox is not None:
            sandbox, self.sandbox = self.sandbox, None
            sandbox.close()

    def __deepcopy__(self, memo: dict[int, Any]) -> AgenticEnv:
        raise TypeError(
            "an agentic environment cannot be copied, for its shell cannot: make a second one with "
            "gymnasium.make and replay the commands (policy 'replay')"
        )

    # -- accounting --------------------------------------------------------------------------------------

    def preview(self, command: Any) -> Decision:
        """What the accounting would say of a command now; nothing is run or charged."""
        self._require_playing()
        return self._decide(self._act_of(command))

    def _decide(self, act: Act) -> Decision:
        return decide(act, self._context(), self._shell, self._commands)

    def _context(self) -> Context:
        return Context(
            focus=self.focus,
            remaining=None if self.budget.remaining is None else int(self.budget.remaining),
            labels=self.contest.labels,
            paths=self._live.paths,
            artifacts=dict(self.desk.places),
            target=self.contest.target,
            finalizing=bool(self.phases.closing),
        )

    def _charge(self, act: Act, decision: Decision, command: str) -> dict[str, float]:
        """Charge an accepted command before it runs, and what the turn behind it used."""
        beside = {m: v for m, v in act.meters.items() if m not in (self.unit, "seconds")}
        if beside:
            self.budget.charge(beside, note="beside the budget")
        if not decision.charged:
            return dict(beside)
        named = self._commands.get(first_word(command))
        cost = 1 if named is None else named.charge
        self.budget.charge({self.unit: cost}, problem=self.focus)
        return {**beside, self.unit: cost}

    def _charge_time(self) -> float:
        """Charge the wall time since the last event (the player's own time included)."""
        now = time.monotonic()
        passed, self._mark = now - self._mark, now
        self.budget.charge({"seconds": passed})
        return passed

    @property
    def focus(self) -> str | None:
        """Label of the focused problem, or None."""
        return self.clerk.focus

    # -- doing -------------------------------------------------------------------------------------------

    @property
    def paths(self) -> Paths:
        """Places in the sandbox."""
        return self._live.paths

    @property
    def _live(self) -> Sandbox:
        if self.sandbox is None:
            raise SandboxError("the environment was closed during an episode: call reset()")
        return self.sandbox

    def _perform(self, command: str, decision: Decision) -> Result:
        """Run what is to be run; everything else is answered with its reason."""
        if decision.kind is Kind.ERROR:
            return Result(note=f"protocol error, nothing was run: {decision.reason}")
        if decision.kind is Kind.BLOCKED:
            return Result(note=f"blocked, nothing was run or charged: {decision.reason}")
        known = parse(command, self.contest.labels)
        if known is not None:
            return self.clerk.perform(known, self._live, self.budget)
        named = self._commands.get(first_word(command))
        if named is not None:
            problem = self.contest[self.focus or self.contest.labels[0]]
            return Result(named.run(command.split()[1:], problem), 0)
        timeout = max(0.1, min(self.command_timeout, self.phases.time_limit - self.elapsed))
        fence = fence_of(decision, self.focus, self.paths, self.desk.places)
        done = self._live.run(command, timeout, fence, renew=decision.renewed)
        ran_in = self._shell.renewed(self.paths.app) if done.renewed else self._shell
        self._shell = (
            ran_in.renewed(self.paths.app)
            if done.restarted
            else ran_in.after(command, decision, done.exit_code)
        )
        return result_of(done, timeout)

    # -- afterwards --------------------------------------------------------------------------------------

    def _log_action(
        self,
        act: Act,
        command: str,
        decision: Decision,
        before: float | None,
        focus: str | None,
        charges: dict[str, float],
        result: Result,
        votes: tuple[GuardRecord, ...],
    ) -> None:
        detail: dict[str, Any] = {
            "candidates": {label: s.candidate for label, s in self._standing.items()},
            "artifacts": {label: s.state for label, s in self._standing.items()},
        }
        if act.raw:
            detail["raw"] = dict(act.raw)
        refused = decision.subclass is SubClass.SCHEDULER
        event = self._log(
            EventKind.GUARD if refused else EventKind.ACTION,
            action=command,
            turn=act.turn,
            decision=decision,
            charges=charges,
            before=before,
            focus=self.focus if self.focus is not None else focus,  # after a change; what was shelved else
            problem=focus if decision.charged else None,
            result=result,
            guards=votes,
            detail=detail,
        )
        advance(self._states, event)
        self._last = event

    def _after(
        self, command: str, decision: Decision
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Notices, the end of the solving phase, and the end of the episode."""
        result = self._last.result
        shown = [result.output, f"[exit code {result.exit_code}]" if result.exit_code else "", result.note]
        self._output = clip("\n".join(s for s in shown if s), OUTPUT_CHARS)
        self._messages = self.phases.messages(self.budget, self.elapsed)
        for message in self._messages:
            self._log(EventKind.NOTICE, action=message, focus=self.focus)
        completed = decision.kind is Kind.FREE and decision.programs == ("mark_task_complete",)
        limit = self.phases.limit(self.elapsed)
        if not completed and not limit:
            return self._observe(), 0.0, False, False, self._info(event=reminders.event_info(self._last))
        if limit and not completed:
            self._log(EventKind.NOTICE, action=f"the episode ends: {limit}", focus=self.focus)
        reward = self._finish()
        info = self._info(event=reminders.event_info(self._last), limit=limit)
        return self._observe(), reward, completed, not completed, info

    def _finish(self) -> float:
        """Grade from the designated artifacts only, as they stand."""
        self._standing = self.desk.read(self._live)
        self.artifacts = {label: s.text for label, s in self._standing.items() if s.text}
        parsed = {label: s.parsed for label, s in self._standing.items()}
        return self._grade(parsed, GradeContext(rng=None, sandbox=lambda: open_sandbox(self.sandbox_name)))

    def finish_early(self) -> None:
        """See `ContestEnv.finish_early`: the artifacts are graded as they stand."""
        if self.playing and self.sandbox is not None:
            self._finish()

    # -- guards ------------------------------------------------------------------------------------------

    def cast_vote(self, vote: GuardRecord) -> None:
        """Take a guard's vote on the action that comes next."""
        self._votes.append(vote)

    def guard_state(self) -> GuardState:
        """What guards may see, built from the event log."""
        own = (s for label, s in self._states.items() if self.contest.target in (None, label))
        return GuardState(
            problems=tuple(own),
            focus=self.focus,
            total=self.budget.total,
            remaining=self.budget.remaining,
            elapsed=min(1.0, self.elapsed / self.phases.time_limit),
        )

    # -- texts -------------------------------------------------------------------------------------------

    def protocol(self) -> dict[str, Any]:
        """See `ContestEnv.protocol`. Which sandbox runs the commands is no part of it."""
        return {
            **super().protocol(),
            "command_timeout": self.command_timeout,
            "max_steps": self.phases.max_steps,
            "max_protocol_errors": self.phases.max_protocol_errors,
            "time_limit": self.phases.time_limit,
            "notices": self.phases.notices,
        }

    def _prompt(self, statement: Statement) -> str:
        return agentic_prompt(
            self.contest, statement, self.paths, self.desk.places, self.budget_total, self.directives
        )

    def _observe(self) -> dict[str, Any]:
        labels = self.contest.labels
        reminder = reminders.reminder(self.budget, len(labels), self.focus)
        return {
            "instruction": self._instruction,
            "output": self._output,
            "reminder": clip("\n\n".join([reminder, *self._messages]), MAX_TEXT),
            "focus": -1 if self.focus is None else labels.index(self.focus),
            "used": number(self.budget.used),
            "remaining": number(self.budget.remaining),
            "counts": np.array([self.budget.of(x) for x in labels], dtype=np.int64),
            "artifacts": np.array([self._standing[x].state for x in labels], dtype=np.int64),
        }


def make(scheduler: str | Sequence[str] | None = None, **options: Any) -> gymnasium.Env[Any, Any]:
    """`AgenticEnv` wrapped by schedulers: the entry point of ``r3env/Agentic-v0``.

    Args:
        scheduler: ``coverage``, ``coverage+verification``, ``stop`` … or several, innermost first.
        **options: see `AgenticEnv`.
    """
    return stack(AgenticEnv(**options), scheduler if scheduler is not None else ())

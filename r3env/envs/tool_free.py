"""`r3env/ToolFree-v0`: six problems, one completion, one allowance of output tokens (spec section 4)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from gymnasium import spaces

from r3env import prompts
from r3env.attribution import Attribution, attribute
from r3env.contest_source import ContestLike
from r3env.domain import Setting
from r3env.envs.base import INT_MAX, ContestEnv, number, number_space
from r3env.envs.prompting import join, sections, target_note
from r3env.errors import ConfigError
from r3env.event import EventKind
from r3env.grading import parse_answers
from r3env.metering import DEFAULT_ENCODING, TokenMeter
from r3env.text_space import UnicodeText, clip

MAX_PROMPT = 4_000_000
MAX_COMPLETION = 16_000_000
STAGE2_CAP = 8192
PLAUSIBLE = 0.5
"""A reported use below this share of our own count of the same text cannot come from any tokenizer."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One completion after metering and the hard cap.

    Attributes:
        text: visible text that stands within the budget.
        reasoning: reasoning that stands within the budget.
        used: tokens charged, never more than what was left.
        overshoot: tokens beyond what was left, not charged.
        estimated: the figure is our own count, not the provider's.
        cut: visible text or reasoning was cut.
    """

    text: str
    reasoning: str
    used: int
    overshoot: int
    estimated: bool
    cut: bool


def apply_cap(
    meter: TokenMeter, text: str, reasoning: str, reported: int, allowed: float | None
) -> Completion:
    """Meter a completion and cut what lies beyond the allowance, before anything is parsed.

    The provider's figure wins. It is replaced by our own count, marked as an estimate, when there is none (-1),
    when it is 0 for a text that is not empty, and when it is below half of our own count of a text of which
    half would not fit the allowance either: else a false figure would buy unlimited text. Output is cut in
    the order in which it was produced: reasoning comes before visible text. With a provider's figure n above
    the allowance b, the kept share of our own count c is floor(c·b/n): the provider's tokens are not ours.
    """
    own_reasoning = meter.count(reasoning) if reasoning else 0
    own = own_reasoning + (meter.count(text) if text else 0)
    least = PLAUSIBLE * own
    leaks = allowed is not None and reported < least and least > allowed
    estimated = reported < 0 or (reported == 0 and own > 0) or leaks
    used = own if estimated else reported
    if allowed is None or used <= allowed:
        return Completion(text, reasoning, used, 0, estimated, False)
    budget = math.floor(allowed)
    keep = own * budget // used
    kept_reasoning = meter.cut(reasoning, min(keep, own_reasoning))[0]
    kept_text = meter.cut(text, max(0, keep - own_reasoning))[0]
    cut = kept_text != text or kept_reasoning != reasoning
    return Completion(kept_text, kept_reasoning, budget, used - budget, estimated, cut)


class ToolFreeEnv(ContestEnv):
    """One contest answered by one completion; a second, uncharged stage may format the answers.

    Observation: ``instruction`` (the whole prompt), ``stage`` (1 or 2), ``used`` and ``remaining`` (output
    tokens; -1 is unbudgeted). Action: ``{"text", "reasoning", "output_tokens"}``, -1 meaning *count here*;
    a bare string is a completion without reasoning. Optional action keys ``finish_reason`` and
    ``provider_estimated`` are recorded. Reward: 0, and in the last step the number of problems solved.

    Args:
        contest: see `ContestEnv`.
        budget: shared allowance, output tokens; None is unbudgeted, 0 cuts everything off.
        stages: 1, or 2 for players with a separate reasoning channel.
        encoding: token encoding used for metering.
        stage2_cap: output tokens kept of stage 2, which is not charged.
        target, with_difficulty, render_mode: see `ContestEnv`.
    """

    setting: ClassVar[Setting] = "tool_free"
    unit: ClassVar[str] = "output_tokens"

    def __init__(
        self,
        contest: ContestLike = "ar/001",
        budget: float | None = None,
        stages: int = 1,
        *,
        encoding: str = DEFAULT_ENCODING,
        stage2_cap: int = STAGE2_CAP,
        target: str | None = None,
        with_difficulty: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if stages not in (1, 2):
            raise ConfigError(f"stages must be 1 or 2, got {stages!r}")
        if isinstance(stage2_cap, bool) or not isinstance(stage2_cap, int) or stage2_cap < 1:
            raise ConfigError(f"stage2_cap must be a whole number of at least 1 token, got {stage2_cap!r}")
        super().__init__(
            contest,
            budget,
            target=target,
            with_difficulty=with_difficulty,
            render_mode=render_mode,
        )
        self.stages = int(stages)
        self.stage2_cap = stage2_cap
        self.meter = TokenMeter(encoding)
        self.stage = 1
        self._first: Completion | None = None
        self._capped = False
        self.observation_space = spaces.Dict(
            {
                "instruction": UnicodeText(MAX_PROMPT),
                "stage": spaces.Discrete(2, start=1),
                "used": number_space(),
                "remaining": number_space(),
            }
        )
        self.action_space = spaces.Dict(
            {
                "text": UnicodeText(MAX_COMPLETION),
                "reasoning": UnicodeText(MAX_COMPLETION),
                "output_tokens": spaces.Discrete(INT_MAX, start=-1),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode; ``options={"contest": id}`` plays that contest instead of a drawn one."""
        self._begin(seed, options)
        self.stage = 1
        self._first = None
        self._capped = False
        self._instruction = self.prompt()
        return self._observe(), self._info(stage=1)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take one completion. Text beyond the allowance is cut before it is parsed."""
        self._require_playing()
        act = self._take_act(action)
        text, reasoning, reported, extra = read_completion(act.action)
        beside = {m: v for m, v in act.meters.items() if m != self.unit}
        if beside:
            self.budget.charge(beside, note="beside the budget")
        if act.raw:
            extra["raw"] = dict(act.raw)
        if self.stage == 2:
            return self._format_step(text, reasoning, reported, extra, beside)
        completion = apply_cap(self.meter, text, reasoning, reported, self.budget.remaining)
        self._first = completion
        # Without a budget only a safety cap of the provider cuts a reply: its use is not what the player wanted.
        self._capped = self.budget_total is None and extra.get("finish_reason") == "length"
        self._charge(completion, extra, beside)
        if self.stages == 2:
            self.stage = 2
            self._instruction = self.format_prompt(completion)
            return self._observe(), 0.0, False, False, self._info(stage=2, event=self._event_info())
        return self._finish(completion.text)

    def _charge(self, completion: Completion, extra: dict[str, Any], beside: Mapping[str, float]) -> None:
        """Charge stage 1 to the problems in proportion to their sections, and log it."""
        labels = self.contest.labels
        shares: Attribution = attribute(
            self.domain, self.meter, labels, completion.text, completion.reasoning, completion.used
        )
        before = self.budget.remaining
        for label in labels:
            if shares.tokens[label]:
                self.budget.charge({self.unit: shares.tokens[label]}, problem=label)
        rest = completion.used - sum(shares.tokens.values())
        if rest:
            self.budget.charge({self.unit: rest}, note="not attributed")
        self._log(
            EventKind.COMPLETION,
            action={"text": completion.text, "reasoning": completion.reasoning},
            charges={**beside, self.unit: completion.used},
            before=before,
            detail={
                "stage": 1,
                "attribution": dict(shares.tokens),
                "attribution_basis": shares.basis,
                "unlabelled": shares.unlabelled,
                "overshoot": completion.overshoot,
                "cut": completion.cut,
                "estimated": completion.estimated or bool(extra.get("provider_estimated")),
                "finish_reason": "length" if completion.overshoot else extra.pop("finish_reason", None),
                **extra,
            },
        )

    def _format_step(
        self, text: str, reasoning: str, reported: int, extra: dict[str, Any], beside: Mapping[str, float]
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Stage 2: capped, never charged to the budget, logged apart."""
        completion = apply_cap(self.meter, text, reasoning, reported, self.stage2_cap)
        self.budget.charge({"stage2_tokens": completion.used}, note="stage 2")
        self._log(
            EventKind.COMPLETION,
            action={"text": completion.text, "reasoning": completion.reasoning},
            charges={**beside, "stage2_tokens": completion.used},
            detail={
                "stage": 2,
                "cap": self.stage2_cap,
                "overshoot": completion.overshoot,
                "cut": completion.cut,
                "estimated": completion.estimated or bool(extra.get("provider_estimated")),
                **extra,
            },
        )
        return self._finish(completion.text)

    def _finish(self, text: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Parse and grade the final text; the episode ends."""
        labels = self.contest.labels
        parsed = parse_answers(self.domain, text, labels)
        for label in labels:
            span = parsed[label].span if label in parsed else None
            self.artifacts[label] = (
                text if span is None and len(labels) == 1 else text[slice(*(span or (0, 0)))]
            )
        reward = self._grade(parsed)
        info = self._info(stage=self.stage, event=self._event_info())
        return self._observe(), reward, not self._capped, self._capped, info

    def prompt(self) -> str:
        """The stage-1 prompt. Rules and format stand first and the budget last, so that prefixes are stable."""
        statement = self.domain.state(self.contest, self.setting, with_difficulty=self.with_difficulty)
        single = len(self.contest) == 1
        values: dict[str, Any] = {
            "count": len(self.contest),
            "labels": ", ".join(self.contest.labels),
            "missing": self.domain.missing_marker,
            "contract": statement.contract.strip(),
        }
        rules = prompts.text("tool_free_single" if single else "tool_free_contest", **values)
        problems = prompts.text("problems", sections=sections(self.contest, statement))
        if self.budget_total is None:
            allowance = prompts.text("tool_free_unbudgeted")
        else:
            name = "tool_free_budget_single" if single else "tool_free_budget"
            allowance = prompts.text(name, budget=self.budget_total)
        draft = prompts.text("tool_free_draft") if self.stages == 2 else ""
        return clip(join(rules, draft, problems, target_note(self.contest), allowance), MAX_PROMPT)

    def format_prompt(self, completion: Completion) -> str:
        """The stage-2 prompt: what stage 1 wrote, never the statements."""
        statement = self.domain.state(self.contest, self.setting, with_difficulty=False)
        prompt = prompts.text(
            "tool_free_format",
            count=len(self.contest),
            labels=", ".join(self.contest.labels),
            missing=self.domain.missing_marker,
            contract=statement.contract.strip(),
            reasoning=completion.reasoning,
            visible=completion.text,
        )
        return clip(prompt, MAX_PROMPT)

    def protocol(self) -> dict[str, Any]:
        """See `ContestEnv.protocol`."""
        return {
            **super().protocol(),
            "stages": self.stages,
            "stage2_cap": self.stage2_cap if self.stages == 2 else None,
            "encoding": self.meter.name,
        }

    def _observe(self) -> dict[str, Any]:
        return {
            "instruction": self._instruction,
            "stage": self.stage,
            "used": number(self.budget.used),
            "remaining": number(self.budget.remaining),
        }

    def _event_info(self) -> dict[str, Any]:
        """The last event as a flat dict."""
        event = self.events[-1]
        return {
            "kind": str(event.kind),
            "charge": event.charges.get(self.unit, 0),
            "budget_before": event.before,
            "budget_after": event.after,
            **{k: dict(v) if isinstance(v, dict) else v for k, v in event.detail.items()},
        }


def read_completion(action: Any) -> tuple[str, str, int, dict[str, Any]]:
    """Text, reasoning, reported tokens (-1: none) and the recorded extras of an action.

    Raises:
        ConfigError: the action is neither a string nor a completion dict; nothing is charged then.
    """
    if isinstance(action, str):
        return action, "", -1, {}
    if not isinstance(action, Mapping) or not isinstance(action.get("text"), str):
        raise ConfigError(
            'action must be a string or {"text": str, "reasoning": str, "output_tokens": int}, '
            f"got {type(action).__name__}"
        )
    reasoning = action.get("reasoning", "")
    tokens = action.get("output_tokens", -1)
    if not isinstance(reasoning, str):
        raise ConfigError(f"reasoning must be a string, got {type(reasoning).__name__}")
    if isinstance(tokens, bool) or not hasattr(tokens, "__index__") or tokens < -1:
        raise ConfigError(f"output_tokens must be an integer from -1 (count here), got {tokens!r}")
    extra = {k: action[k] for k in ("finish_reason", "provider_estimated") if k in action}
    return action["text"], reasoning, int(tokens), extra

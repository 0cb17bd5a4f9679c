"""`Chat`: a model behind any OpenAI-compatible endpoint plays the tool-free setting in one or two stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from policies.model_options import ModelOptions, check_fields
from policies.openai_client import Client, Reply
from policies.prompt import generator
from r3env.errors import ConfigError
from r3env.event import Event
from r3env.policy import Act, Info, Observation


@dataclass(eq=False, kw_only=True)
class Chat(ModelOptions):
    """Answers each stage with one completion; see `ModelOptions` for the common options.

    The prompt is the observation's ``instruction``, the cap of stage 1 is what is left of the budget. One
    object plays one episode at a time; many of them share the connections of their process.

    Attributes:
        stage2_model: model of the formatting stage; None is the same model.
        stage2_extra: request fields of stage 2, instead of ``reasoning_effort`` and beside ``extra_body``:
            here thinking is switched off, in the words of the server at hand.
        stage2_max_tokens: most output tokens of stage 2, which is not charged.
    """

    settings: ClassVar[frozenset[str]] = frozenset({"tool_free"})
    stage2_model: str | None = None
    stage2_extra: Mapping[str, Any] | None = None
    stage2_max_tokens: int = 8192

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.stage2_max_tokens, bool) or self.stage2_max_tokens < 1:
            raise ConfigError(f"stage2_max_tokens must be at least 1, got {self.stage2_max_tokens!r}")
        check_fields("stage2_extra", self.stage2_extra)
        self.spec: dict[str, Any] = {
            "name": "chat",
            "version": "1",
            **self.model_spec(),
            "stage2_model": self.stage2_model,
            "stage2_extra": dict(self.stage2_extra or {}),
            "stage2_max_tokens": self.stage2_max_tokens,
        }
        self._client = Client(self)
        self._rng = generator(None, "chat")
        self._drafted = True

    def reset(self, observation: Observation, info: Info, *, seed: int | None) -> None:
        """Start an episode; ``seed`` governs the jitter of retries, the model's own draws are the server's."""
        self._rng = generator(seed, "chat")
        self._drafted = True

    def act(self, observation: Observation, info: Info) -> Act:
        """The completion of the stage at hand; an empty one, without a call, when nothing is left to spend.

        Raises:
            ProviderError: every attempt failed (kinds ``rate_limited``, ``server_error``, ``timeout(api)``,
                ``api_error``, ``filtered``).
        """
        stage, left = (int(np.asarray(observation[name]).item()) for name in ("stage", "remaining"))
        if (stage == 1 and left == 0) or (stage == 2 and not self._drafted):
            self._drafted = False
            return Act(completion_of(None), turn=stage - 1, raw={"attempts": []})
        messages = [{"role": "user", "content": str(observation["instruction"])}]
        if stage == 1:
            allowance = None if left < 0 else left
            reply = self._client.complete(
                messages, rng=self._rng, allowance=allowance, fields=self.sampling()
            )
            self._drafted = bool(reply.message.text or reply.message.reasoning)
        else:
            fields = {k: v for k, v in self.sampling().items() if k != "reasoning_effort"}
            reply = self._client.complete(
                messages,
                rng=self._rng,
                allowance=self.stage2_max_tokens,
                model=self.stage2_model,
                fields={**fields, **(self.stage2_extra or {})},
            )
        return Act(completion_of(reply), meters=reply.meters, turn=stage - 1, raw=reply.record())

    def observe(self, event: Event) -> None:
        """Nothing to learn: the second stage's prompt holds what it needs."""


def completion_of(reply: Reply | None) -> dict[str, Any]:
    """The action of a reply; that of None is the empty completion of a player who could not afford a call."""
    if reply is None:
        return {"text": "", "reasoning": "", "output_tokens": 0, "finish_reason": "no_budget"}
    action: dict[str, Any] = {
        "text": reply.message.text,
        "reasoning": reply.message.reasoning,
        "output_tokens": reply.output_tokens,
        "finish_reason": reply.message.finish_reason,
    }
    if reply.estimated:
        action["provider_estimated"] = True
    return action

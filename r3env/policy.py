"""`Policy` and `Act`: who acts, and what one act carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from r3env.budget import check_amount
from r3env.errors import ConfigError

if TYPE_CHECKING:
    from r3env.event import Event

Observation = dict[str, Any]
Info = dict[str, Any]


def player_name(spec: Mapping[str, Any]) -> str:
    """How tables call a policy: its name, with its model where it has one (``tools:my-model``)."""
    model = spec.get("model")
    return str(spec["name"]) if model is None else f"{spec['name']}:{model}"


@dataclass(frozen=True, slots=True)
class Act:
    """One action with what the turn behind it used. Plain actions always work; `Act` only adds to them.

    Attributes:
        action: what `env.step` takes (a command string; a completion dict).
        meters: what the turn used, by meter (``output_tokens``, ``seconds``, ``usd`` …). When one model turn
            holds several calls, only its first act carries the turn's meters.
        turn: number of the model turn, from 0; None when every act is its own turn.
        raw: what to keep in the record of the turn (reply text, tool-call ids …), JSON-like, no secrets.

    Raises:
        ConfigError: ``meters`` or ``raw`` is no mapping.
        BudgetError: a meter's amount is no finite number of at least 0.
    """

    action: Any
    meters: Mapping[str, float] = field(default_factory=dict)
    turn: int | None = None
    raw: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Checked where a policy makes it, so that a bad figure is the policy's failure and nobody else's."""
        for name, value in (("meters", self.meters), ("raw", self.raw)):
            if not isinstance(value, Mapping):
                raise ConfigError(f"{name} of an Act must be a mapping, got {value!r}: leave it out if empty")
        for meter, amount in self.meters.items():
            check_amount(meter, amount)


@runtime_checkable
class Policy(Protocol):
    """The contract of a policy. `policies.conformance.check_policy` tests an implementation against it."""

    settings: frozenset[str]
    """Settings it can play: ``tool_free``, ``agentic``, ``allocation``."""
    spec: dict[str, Any]
    """What decides its behaviour (name, version, options); fingerprinted, so never a secret."""

    def reset(self, observation: Observation, info: Info, *, seed: int | None) -> None:
        """Start an episode; ``seed`` governs all that is random in it."""
        ...

    def act(self, observation: Observation, info: Info) -> Act | Any:
        """The next action, bare or as an `Act`.

        Raises:
            ProviderError: the provider behind the policy failed (infrastructure, not a wrong answer).
        """
        ...

    def observe(self, event: Event) -> None:
        """Told of every event that its actions caused, in order."""
        ...

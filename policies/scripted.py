"""`Scripted` and `Replay`: a list of actions, or those of a recorded episode, played as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from policies.prompt import COMPLETE, completion, setting_of
from r3env.decision import SubClass
from r3env.episode import Episode
from r3env.errors import ConfigError
from r3env.event import Event, EventKind
from r3env.fingerprint import fingerprint
from r3env.policy import Act, Info, Observation

_PLAYED = (EventKind.ACTION, EventKind.COMPLETION, EventKind.GUARD)
# Metered by the environment itself while it plays; the rest was reported by the policy that acted.
_ENVIRONMENT_METERS = ("actions", "seconds")
_COMPLETION_METERS = ("output_tokens", "stage2_tokens")  # of stage 1 and stage 2


class Scripted:
    """Plays ``actions`` in order; when they are used up it ends the episode.

    Args:
        actions: commands (strings), completions (dicts; a plain text stands for one), or `Act` objects.
    """

    settings = frozenset({"tool_free", "agentic"})

    def __init__(self, actions: Sequence[Any]) -> None:
        if isinstance(actions, str | bytes) or not isinstance(actions, Sequence):
            raise ConfigError(f"actions must be a list of actions, got a {type(actions).__name__}")
        self._actions = list(actions)
        plain = [a.action if isinstance(a, Act) else a for a in self._actions]
        self.spec: dict[str, Any] = {"name": "scripted", "version": "1", "actions": fingerprint(plain)}

    def reset(self, observation: Observation, info: Info, *, seed: int | None) -> None:
        """Start from the first action; nothing is random."""
        self._next = 0

    def act(self, observation: Observation, info: Info) -> Act | Any:
        """The next action of the list; an empty completion or ``mark_task_complete`` after the last."""
        tool_free = setting_of(observation, info) == "tool_free"
        if self._next >= len(self._actions):
            return completion("") if tool_free else COMPLETE
        action = self._actions[self._next]
        self._next += 1
        return completion(action) if tool_free and isinstance(action, str) else action

    def observe(self, event: Event) -> None:
        """Learns nothing: the script stands."""


class Replay(Scripted):
    """Plays the actions of a recorded episode again, those that a scheduler refused included.

    Turn numbers and the meters that the recorded policy reported (tokens, money) are played as well, so that
    further caps strike where they struck. What was a protocol error because of its call or its turn is one again.

    Args:
        episode: an `Episode`, or the dict that `Episode.to_dict` gives.
    """

    def __init__(self, episode: Episode | Mapping[str, Any]) -> None:
        recorded = episode if isinstance(episode, Episode) else Episode.from_dict(episode)
        super().__init__([_act(event) for event in recorded.events if event.kind in _PLAYED])
        self.spec.update(name="replay", episode=recorded.fingerprint)


def _act(event: Event) -> Act:
    if event.kind is EventKind.COMPLETION:
        used = next((event.charges[m] for m in _COMPLETION_METERS if m in event.charges), -1)
        return Act({**event.action, "output_tokens": int(used)}, turn=event.turn)
    meters = {name: used for name, used in event.charges.items() if name not in _ENVIRONMENT_METERS}
    decision = event.decision
    malformed = decision is not None and decision.subclass is SubClass.PROTOCOL
    raw = {"protocol_error": decision.reason} if decision is not None and malformed else {}
    return Act(event.action, meters=meters, turn=event.turn, raw=raw)

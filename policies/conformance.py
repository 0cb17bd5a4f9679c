"""`check_policy`: the tests that every policy must pass, shipped for those who write one."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from r3env.errors import ConfigError, told
from r3env.event import Event, EventKind
from r3env.fingerprint import canonical
from r3env.policy import Act, Info, Observation, Policy

SETTINGS = frozenset({"tool_free", "agentic", "allocation"})
_SECRET = re.compile(
    r"api_?key|secret|password|authorization|(^|auth|access|api|bearer|hf)[-_]?token$", re.IGNORECASE
)
_PROMPT = """Two problems, one allowance.

=== Problem A: Divisor ===
Find the Greatest Common Divisor (GCD) of these numbers: 84, 36. Give only the GCD as your final answer.

=== Problem B: Riddle ===
Name the colour of the wind.
=== End of problems ===
"""


def check_policy(policy: Policy, *, play: bool = True, seed: int = 7) -> None:
    """Test a policy against the contract of `r3env.policy.Policy`.

    Checked: the settings are known; ``spec`` is a JSON object with a name and a version, holds nothing that
    looks like a secret, and does not change by playing; and, for the tool-free and agentic settings that it
    claims, with ``play``: acts have the form that the environment takes, observations and infos are left as
    they were given, every event can be observed, and the same seed gives the same acts again.

    Args:
        policy: the policy, ready to play.
        play: False for policies whose acts cost money or need a network.
        seed: seed of the trial episodes.

    Raises:
        ConfigError: the contract is broken; the message lists every finding.
    """
    findings = [*_check_members(policy)]
    if play and not findings:
        before = canonical(policy.spec)
        for setting in sorted(policy.settings & {"tool_free", "agentic"}):
            try:
                findings += _check_play(policy, setting, seed)
            except Exception as error:  # extension code: anything may come
                findings.append(f"{setting}: it raised {told(error)}")
        if canonical(policy.spec) != before:
            findings.append("spec changed by playing: it must be settled when the policy is made")
    if findings:
        raise ConfigError(f"{type(policy).__name__} breaks the contract of a policy: " + "; ".join(findings))


def _check_members(policy: Policy) -> Iterator[str]:
    for member in ("reset", "act", "observe"):
        if not callable(getattr(policy, member, None)):
            yield f"{member} must be a method"
    settings = getattr(policy, "settings", None)
    if not isinstance(settings, frozenset) or not settings or not settings <= SETTINGS:
        yield f"settings must be a frozenset out of {', '.join(sorted(SETTINGS))}, got {settings!r}"
    yield from spec_faults(getattr(policy, "spec", None), ("name", "version"))


def spec_faults(spec: Any, named: Sequence[str] = ("name",)) -> Iterator[str]:
    """What is wrong with a policy's ``spec``: no JSON object, without ``named`` texts, or with a secret in it."""
    if not isinstance(spec, dict):
        yield f"spec must be a dict, got {type(spec).__name__}"
        return
    for key in named:
        if not isinstance(spec.get(key), str):
            yield f"spec must hold {key!r} as text"
    try:
        json.dumps(spec)
    except (TypeError, ValueError) as error:
        yield f"spec must be JSON: {error}"
    yield from (f"spec must hold no secret, found {path!r}" for path in _keys(spec) if _SECRET.search(path))


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _keys(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _keys(inner)


def _trial(setting: str) -> tuple[Observation, Info]:
    """Observation and info of a small contest, as the environments give them."""
    shared: Observation = {
        "instruction": _PROMPT,
        "used": np.array([0], dtype=np.int64),
        "remaining": np.array([3000], dtype=np.int64),
    }
    if setting == "tool_free":
        shared["stage"] = 1
    else:
        shared.update(
            output="",
            reminder="0 used",
            focus=-1,
            used=0,
            remaining=3,
            counts=np.zeros(2),
            artifacts=np.zeros(2),
        )
    budget = {"total": int(np.max(shared["remaining"])), "used": 0}
    return shared, {
        "labels": ["A", "B"],
        "setting": setting,
        "domain": "ar",
        "contest": "ar/0",
        "budget": budget,
    }


def _play(policy: Policy, setting: str, seed: int, findings: list[str]) -> list[str]:
    observation, info = _trial(setting)
    given = copy.deepcopy((observation, info))
    policy.reset(observation, info, seed=seed)
    acts: list[str] = []
    for number in range(1 if setting == "tool_free" else 3):
        act = policy.act(observation, info)
        action = act.action if isinstance(act, Act) else act
        findings += _check_action(action, setting)
        acts.append(canonical(action))
        kind = EventKind.COMPLETION if setting == "tool_free" else EventKind.ACTION
        policy.observe(Event(seq=number, kind=kind, action=action))
        if setting == "agentic" and isinstance(action, str) and action.strip() == "mark_task_complete":
            break  # no episode asks for another act
    if canonical(given) != canonical((observation, info)):
        findings.append(f"{setting}: the observation or info was changed; copy before you write")
    return acts


def _check_action(action: Any, setting: str) -> list[str]:
    if setting == "agentic":
        return [] if isinstance(action, str) else [f"agentic: an action is a command (str), got {action!r}"]
    if isinstance(action, str) or (isinstance(action, dict) and isinstance(action.get("text"), str)):
        return []
    return [f"tool_free: an action is a text or a dict with 'text', got {type(action).__name__}"]


def _check_play(policy: Policy, setting: str, seed: int) -> list[str]:
    findings: list[str] = []
    first = _play(policy, setting, seed, findings)
    if _play(policy, setting, seed, findings) != first:
        findings.append(f"{setting}: the same seed gave other acts; draw only from a generator made in reset")
    return list(dict.fromkeys(findings))

"""`run_episode`: the one loop of policy and environment, and the boundary where exceptions get their blame."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import gymnasium
from gymnasium import wrappers

from r3env.envs.base import ContestEnv
from r3env.episode import Episode, Status
from r3env.errors import Blame, ConfigError, InfrastructureError, ProviderError, R3Error, told
from r3env.event import Event, EventKind, Result
from r3env.fingerprint import plain
from r3env.policy import Act, Policy
from r3env.verdict import Verdict

MAX_STEPS = 10_000
"""A last resort against a policy that never ends; environments have their own, lower limits."""


@dataclass
class _Outcome:
    """How the loop ended."""

    status: Status = Status.COMPLETED
    blame: str = ""
    error: str = ""
    extra: list[Event] = field(default_factory=list)


def episode_spec(
    env: gymnasium.Env[Any, Any],
    policy: Policy,
    seed: int | None = None,
    labels: Mapping[str, Any] | None = None,
    protocol: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything that decides an outcome: protocol of the environment, schedulers in order, policy, seed.

    Args:
        env: the environment as played, wrappers included.
        policy: who plays.
        seed: seed of environment and policy.
        labels: further identity of the play: ``purpose``, ``rho``, ``level``, ``repeat`` …
        protocol: the environment's protocol when it was taken already (its contest is drawn by `reset`).
    """
    base = env.unwrapped
    if not isinstance(base, ContestEnv):
        raise ConfigError(f"expected an r3env environment, got {type(base).__name__}")
    spec = dict(protocol if protocol is not None else base.protocol())
    spec["schedulers"] = scheduler_specs(env)
    limits = wrapper_specs(env)
    if limits:
        spec["wrappers"] = limits
    spec["policy"] = policy_spec(policy)
    spec["seed"] = seed
    spec.update(labels or {})
    return dict(plain(spec))


def policy_spec(policy: Policy) -> dict[str, Any]:
    """The policy's own spec, or its class name when it declares none."""
    return dict(getattr(policy, "spec", None) or {"name": type(policy).__name__})


def scheduler_specs(env: gymnasium.Env[Any, Any]) -> list[dict[str, Any]]:
    """Specs of the guards around an environment, innermost first."""
    found: list[dict[str, Any]] = []
    while isinstance(env, gymnasium.Wrapper):
        guard = getattr(env, "guard_spec", None)
        if guard is not None:
            found.append(dict(guard))
        env = env.env
    return found[::-1]


_NEUTRAL = (wrappers.OrderEnforcing, wrappers.PassiveEnvChecker, wrappers.RecordEpisodeStatistics)


def wrapper_specs(env: gymnasium.Env[Any, Any]) -> list[dict[str, Any]]:
    """Other wrappers around an environment, innermost first: any of them may change the outcome.

    Those that only watch are left out; arguments are known where a wrapper records them.
    """
    found: list[dict[str, Any]] = []
    while isinstance(env, gymnasium.Wrapper):
        if not hasattr(env, "guard_spec") and not isinstance(env, _NEUTRAL):
            options = getattr(env, "_saved_kwargs", {})
            found.append({"name": type(env).__name__, **{k: _named(v) for k, v in options.items()}})
        env = env.env
    return found[::-1]


def _named(value: Any) -> Any:
    """A plain value as it is; anything else by name, since its text may hold an address."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return getattr(value, "__qualname__", type(value).__name__)


def run_episode(
    env: gymnasium.Env[Any, Any],
    policy: Policy,
    seed: int | None = None,
    *,
    labels: Mapping[str, Any] | None = None,
    cancelled: Callable[[], bool] | None = None,
    options: dict[str, Any] | None = None,
) -> Episode:
    """Play one episode and record it.

    Exceptions of the policy end the episode as `policy_error` (what stood is graded when the environment can
    still do so). `InfrastructureError` of a provider or sandbox, and whatever else a scheduler, a sandbox or a
    domain raises, ends it as `infrastructure`, never scored: what was played and used until then is recorded.

    Args:
        env: an environment of r3env, possibly wrapped by schedulers.
        policy: see `r3env.policy.Policy`.
        seed: seeds the environment and the policy.
        labels: further identity of the play, see `episode_spec`.
        cancelled: asked before every action; True ends the episode as `cancelled`.
        options: passed to `env.reset`.

    Returns:
        The episode with its events and verdicts; it has no verdicts when it was not graded.
    """
    base = env.unwrapped
    if not isinstance(base, ContestEnv):
        raise ConfigError(f"expected an r3env environment, got {type(base).__name__}")
    for method in ("reset", "act"):
        if not callable(getattr(policy, method, None)):
            raise ConfigError(
                f"a policy needs reset(observation, info, *, seed) and act(observation, info), "
                f"but {type(policy).__name__} has no {method}"
            )
    if base.setting not in getattr(policy, "settings", {base.setting}):
        raise ConfigError(
            f"policy {policy_spec(policy).get('name')!r} plays {', '.join(sorted(policy.settings))}, "
            f"but the environment is {base.setting}"
        )
    started = time.monotonic()
    outcome = _Outcome()
    try:
        observation, info = env.reset(seed=seed, options=options)
    except InfrastructureError as error:
        _fail(outcome, base, error)
    except R3Error:
        raise
    except Exception as error:  # the boundary of extension code
        _fail(outcome, base, _harness(error))
    else:
        spec = episode_spec(env, policy, seed, labels)
        _play(env, base, policy, observation, info, seed, outcome, cancelled)
        return _record(base, spec, outcome, started)
    return _record(base, episode_spec(env, policy, seed, labels), outcome, started)


def _play(
    env: gymnasium.Env[Any, Any],
    base: ContestEnv,
    policy: Policy,
    observation: dict[str, Any],
    info: dict[str, Any],
    seed: int | None,
    outcome: _Outcome,
    cancelled: Callable[[], bool] | None,
) -> None:
    seen = 0
    observe = getattr(policy, "observe", None)
    try:
        _guarded(policy.reset, observation, info, seed=seed)
        for _ in range(MAX_STEPS):
            if cancelled is not None and cancelled():
                outcome.status, outcome.error = Status.CANCELLED, "interrupted by the user"
                return
            action = _guarded(policy.act, observation, info)
            observation, _, terminated, truncated, info = _step(env, base, action)
            if observe is not None:
                for event in base.events[seen:]:
                    _guarded(observe, event)
            seen = len(base.events)
            if terminated or truncated:
                outcome.status = Status.TRUNCATED if truncated else Status.COMPLETED
                base.finish_early()  # a wrapper's limit: what stands is graded all the same
                return
        raise PolicyFailureError(f"no end after {MAX_STEPS} actions")
    except InfrastructureError as error:
        _fail(outcome, base, error)
    except PolicyFailureError as error:
        outcome.status, outcome.blame, outcome.error = Status.POLICY_ERROR, Blame.POLICY, str(error)
        base.finish_early()


class PolicyFailureError(Exception):
    """A policy raised; carries its message."""


def _guarded(call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call into a policy: its own exceptions are its failure, infrastructure passes through."""
    try:
        return call(*args, **kwargs)
    except InfrastructureError:
        raise
    except Exception as error:  # the boundary of extension code
        raise PolicyFailureError(told(error)) from error


def _step(env: gymnasium.Env[Any, Any], base: ContestEnv, action: Any) -> Any:
    """One step; an `Act` also hands over what its turn used. An action of no known form blames the policy."""
    act = action if isinstance(action, Act) else Act(action)
    base.announce(act)
    try:
        return env.step(act.action)
    except ConfigError as error:
        raise PolicyFailureError(str(error)) from error
    except (R3Error, InfrastructureError):
        raise
    except Exception as error:  # the boundary of extension code: a scheduler, a sandbox, a domain, a wrapper
        raise _harness(error) from error


def _harness(error: Exception) -> InfrastructureError:
    return InfrastructureError(told(error), blame=Blame.HARNESS, kind=str(Blame.HARNESS))


def _fail(outcome: _Outcome, base: ContestEnv, error: InfrastructureError) -> None:
    outcome.status = Status.INFRASTRUCTURE
    outcome.blame, outcome.error = str(error.blame), str(error)
    meters = error.meters if isinstance(error, ProviderError) else {}
    base.abort()
    outcome.extra.append(
        Event(
            seq=len(base.events),
            kind=EventKind.INFRASTRUCTURE,
            charges=meters,
            before=base.budget.remaining,
            after=base.budget.remaining,
            result=Result(note=str(error)),
            time=base.elapsed,
            detail={"blame": str(error.blame), "kind": error.kind},
        )
    )


def _record(base: ContestEnv, spec: dict[str, Any], outcome: _Outcome, started: float) -> Episode:
    verdicts: tuple[Verdict, ...] = base.verdicts or ()
    failed = next((v for v in verdicts if not v.scored), None)
    status = outcome.status
    if failed is not None and status in (Status.COMPLETED, Status.TRUNCATED):
        status, outcome.blame, outcome.error = Status.INFRASTRUCTURE, Blame.GRADER, failed.reason
    return Episode(
        spec=spec,
        status=status,
        events=(*base.events, *outcome.extra),
        verdicts=verdicts,
        budget=base.budget.snapshot(),
        artifacts=dict(base.artifacts),
        blame=str(outcome.blame),
        error=outcome.error,
        wall=time.monotonic() - started,
    )

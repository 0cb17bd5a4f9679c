"""`make_vec`: vectors of text environments. Texts have no shared-memory form, so it is switched off here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium.vector import VectorEnv

from r3env.errors import ConfigError


def make_vec(
    env_id: str,
    num_envs: int = 1,
    *,
    vectorization_mode: str = "async",
    vector_kwargs: Mapping[str, Any] | None = None,
    per_env: list[dict[str, Any]] | None = None,
    **kwargs: Any,
) -> VectorEnv[Any, Any, Any]:
    """A vector of r3env environments.

    Args:
        env_id: for instance ``r3env/Agentic-v0``.
        num_envs: number of environments; taken from ``per_env`` when that is given.
        vectorization_mode: ``async`` (one process each) or ``sync``.
        vector_kwargs: options of Gymnasium's vector class (``context``, ``autoreset_mode`` …).
        per_env: options of each environment, for instance another ``contest`` each.
        **kwargs: options of every environment.

    Returns:
        A Gymnasium vector environment whose text observations are tuples of strings.

    Raises:
        ConfigError: an unknown mode, or no environment at all.
    """
    if vectorization_mode not in ("async", "sync"):
        raise ConfigError(f"vectorization_mode must be 'async' or 'sync', got {vectorization_mode!r}")
    options = dict(vector_kwargs or {})
    settings = [{**kwargs, **own} for own in ([{}] * num_envs if per_env is None else per_env)]
    if not settings:
        raise ConfigError(f"expected at least one environment, got num_envs={num_envs}, per_env={per_env!r}")
    makers = [_Maker(env_id, setting) for setting in settings]
    if vectorization_mode == "sync":
        return gymnasium.vector.SyncVectorEnv(makers, **options)
    options.setdefault("shared_memory", False)
    return gymnasium.vector.AsyncVectorEnv(makers, **options)


class _Maker:
    """Makes one environment; picklable, also by ``spawn``, and importing it registers the environments."""

    def __init__(self, env_id: str, options: dict[str, Any]) -> None:
        self.env_id = env_id
        self.options = options

    def __call__(self) -> gymnasium.Env[Any, Any]:
        return gymnasium.make(self.env_id, **self.options)

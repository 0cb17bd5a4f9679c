"""Who acts: `make` builds a policy from a name, a ``module:attribute`` or a ``./file.py:Class``."""

from __future__ import annotations

import inspect
from typing import Any

from policies.conformance import spec_faults
from r3env.catalog import policies as registry
from r3env.errors import ConfigError
from r3env.policy import Policy
from r3env.registry import nearest

__all__ = ["make"]

_MEMBERS = ("settings", "spec", "reset", "act", "observe")


def make(name: str, **options: Any) -> Policy:
    """Build the policy that ``name`` stands for.

    Args:
        name: a registered name (``programs``), a registered name with a model (``chat:my-model`` is
            ``chat`` with ``model="my-model"``), ``module:attribute``, or ``./mine.py:Greedy``.
        options: keyword arguments of the policy's class.

    Raises:
        UnknownNameError: no such name; the message suggests the nearest one.
        ConfigError: an option is unknown or missing, the policy's own code raised, or what was built is no
            policy.

    >>> make("nothing").spec["name"]
    'nothing'
    """
    prefix, colon, model = name.partition(":")
    if colon and prefix in registry.entries():
        if "model" in options:
            raise ConfigError(
                f"the model is named twice: {model!r} in {name!r}, and model={options['model']!r}"
            )
        name, options = prefix, {"model": model, **options}
    factory = registry.load(name)
    _check_options(name, factory, options)
    policy = registry.make(name, factory, **options)
    absent = [member for member in _MEMBERS if not hasattr(policy, member)]
    if absent:
        raise ConfigError(f"{name} made a {type(policy).__name__}, no policy: it lacks {', '.join(absent)}")
    faults = list(spec_faults(policy.spec))
    if isinstance(policy.settings, str):
        faults.append(f"settings must be a frozenset of names, got the text {policy.settings!r}")
    if faults:
        raise ConfigError(
            f"{name} made a {type(policy).__name__} that is no sound policy: {'; '.join(faults)}"
        )
    built: Policy = policy
    return built


def _check_options(name: str, factory: Any, options: dict[str, Any]) -> None:
    """Compare options with the factory's signature, so that a typo is told before anything runs."""
    if not callable(factory):
        raise ConfigError(f"policy {name!r} is a {type(factory).__name__}: expected a class or a function")
    parameters = inspect.signature(factory).parameters.values()
    named = [p for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    known = [p.name for p in named]
    if not any(p.kind is p.VAR_KEYWORD for p in parameters):
        for option in options:
            if option not in known:
                raise ConfigError(
                    f"policy {name!r} has no option {option!r}{nearest(option, known)}: "
                    f"known are {', '.join(known) or 'none'}"
                )
    missing = [p.name for p in named if p.default is p.empty and p.name not in options]
    if missing:
        raise ConfigError(f"policy {name!r} needs {', '.join(missing)}: give it as an option")

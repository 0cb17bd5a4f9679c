"""r3env: six problems, one shared budget. Importing it registers the environments and loads nothing heavy."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from r3env.registration import register

if TYPE_CHECKING:
    from r3env.budget import Budget as Budget
    from r3env.decision import Decision as Decision
    from r3env.domain import Domain as Domain
    from r3env.episode import Episode as Episode
    from r3env.event import Event as Event
    from r3env.policy import Act as Act
    from r3env.policy import Policy as Policy
    from r3env.problem import Contest as Contest
    from r3env.problem import Problem as Problem
    from r3env.rollout import run_episode as run_episode
    from r3env.store import RunStore as RunStore
    from r3env.vector import make_vec as make_vec
    from r3env.verdict import Verdict as Verdict

__version__ = "0.1.0"

_LAZY = {
    "Act": "r3env.policy",
    "Budget": "r3env.budget",
    "Contest": "r3env.problem",
    "Decision": "r3env.decision",
    "Domain": "r3env.domain",
    "Episode": "r3env.episode",
    "Event": "r3env.event",
    "Policy": "r3env.policy",
    "Problem": "r3env.problem",
    "RunStore": "r3env.store",
    "Verdict": "r3env.verdict",
    "make_vec": "r3env.vector",
    "run_episode": "r3env.rollout",
}

__all__ = ["__version__", *sorted(_LAZY)]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'r3env' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_LAZY])


register()

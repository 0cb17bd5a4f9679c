"""Problems and contests: domains, bundled suites, loaders, composing and saving suites of one's own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contests.composing import compose as compose
    from contests.composing import stratify as stratify
    from contests.loading import domain as domain
    from contests.loading import load as load
    from contests.loading import load_many as load_many
    from contests.loading import load_suite as load_suite
    from contests.published import load_published as load_published
    from contests.suite import Suite as Suite

_LAZY = {
    "Suite": "contests.suite",
    "compose": "contests.composing",
    "domain": "contests.loading",
    "load": "contests.loading",
    "load_many": "contests.loading",
    "load_published": "contests.published",
    "load_suite": "contests.loading",
    "stratify": "contests.composing",
}

__all__ = sorted(_LAZY)


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(import_module(_LAZY[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'contests' has no attribute {name!r}")

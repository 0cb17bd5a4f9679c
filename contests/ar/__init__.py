"""Abstract reasoning (`ar`): 50 published contests on Reasoning Gym, and suites of one's own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contests.ar.agreement import validate as validate
    from contests.ar.build import build_suite as build_suite
    from contests.ar.domain import AbstractReasoning as AbstractReasoning

# Lazy, so that the worker process, which lives in this package, starts without the rest.
_LAZY = {
    "AbstractReasoning": "contests.ar.domain",
    "build_suite": "contests.ar.build",
    "validate": "contests.ar.agreement",
}

__all__ = sorted(_LAZY)


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(import_module(_LAZY[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'contests.ar' has no attribute {name!r}")

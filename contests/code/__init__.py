"""The code domain: problem packages, statement, parsing and judging of programs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contests.code.domain import CodeDomain as CodeDomain
    from contests.code.package import load_package as load_package
    from contests.code.sources import attach_tests as attach_tests
    from contests.code.sources import ungradable as ungradable

# Lazy, so that the child process that makes tests, which lives in this package, starts without the rest.
_LAZY = {
    "CodeDomain": "contests.code.domain",
    "attach_tests": "contests.code.sources",
    "load_package": "contests.code.package",
    "ungradable": "contests.code.sources",
}

__all__ = sorted(_LAZY)


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(import_module(_LAZY[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'contests.code' has no attribute {name!r}")

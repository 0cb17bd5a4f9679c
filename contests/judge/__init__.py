"""The judge: compiles programs, runs them on tests in a sandbox under limits, and says what each run deserves."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contests.judge.judge import Judge as Judge
    from contests.judge.judge import Settings as Settings
    from contests.judge.lightcp import load_lightcp as load_lightcp
    from contests.judge.proof import SandboxRunner as SandboxRunner
    from contests.judge.remote import LightCPVerifier as LightCPVerifier
    from contests.judge.report import Report as Report
    from contests.judge.report import TestReport as TestReport
    from contests.judge.task import Case as Case
    from contests.judge.task import Task as Task

_LAZY = {
    "Case": "contests.judge.task",
    "Judge": "contests.judge.judge",
    "LightCPVerifier": "contests.judge.remote",
    "Report": "contests.judge.report",
    "SandboxRunner": "contests.judge.proof",
    "Settings": "contests.judge.judge",
    "Task": "contests.judge.task",
    "TestReport": "contests.judge.report",
    "load_lightcp": "contests.judge.lightcp",
}

__all__ = sorted(_LAZY)


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(import_module(_LAZY[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'contests.judge' has no attribute {name!r}")

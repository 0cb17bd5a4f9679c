"""Which sandbox to use: `open_sandbox` takes the first backend that passes its self-check."""

from __future__ import annotations

import threading
from typing import Any, cast

from r3env.catalog import sandboxes
from r3env.errors import ConfigError, SandboxError
from r3env.sandbox.protocol import MEMBERS, CheckReport, Sandbox
from r3env.sandbox.selfcheck import check_backend

_PREFERRED = ("bwrap", "sandlock")
_reports: dict[str, CheckReport] = {}
_lock = threading.Lock()


def check(name: str) -> CheckReport:
    """The self-check of one backend; run once per process."""
    with _lock:
        if name not in _reports:
            try:
                backend = sandboxes.load(name)
            except (ImportError, ConfigError) as error:
                _reports[name] = CheckReport(name, False, tested={"import": str(error)}, advice=str(error))
            else:
                _reports[name] = check_backend(name, backend)
        return _reports[name]


def check_all() -> list[CheckReport]:
    """Self-checks of every registered backend, in the order in which ``auto`` would take them."""
    return [check(name) for name in _order()]


def open_sandbox(name: str = "auto", **options: Any) -> Sandbox:
    """A sandbox, not yet started.

    Args:
        name: a registered backend, ``auto`` for the first that passes its self-check, or ``module:attribute``
            or ``./file.py:attribute``, which is taken as it is: no self-check, and its ``caps`` are believed.
        options: passed to the backend.

    Raises:
        ConfigError: its own code raised, or what came is no sandbox.
        SandboxError: the backend does not work here, or with ``auto`` none does (kind ``sandbox_missing``);
            nothing is ever run without one.
        UnknownNameError: no such backend.
    """
    if name == "auto":
        reports = [check(candidate) for candidate in _order()]
        name = next((report.backend for report in reports if report.available), "")
        if not name:
            raise SandboxError(_nothing(reports), kind="sandbox_missing")
    elif ":" not in name:
        report = check(name)
        if not report.available:
            raise SandboxError(f"sandbox {name!r} does not work here: {_why(report)}", kind="sandbox_missing")
    sandbox = _make(name, options)
    if ":" not in name:
        sandbox.caps = check(name).caps & sandbox.caps
    return sandbox


def _make(name: str, options: dict[str, Any]) -> Sandbox:
    made = sandboxes.make(name, sandboxes.load(name), **options)
    absent = [member for member in MEMBERS if not hasattr(made, member)]
    if absent:
        raise ConfigError(f"sandbox {name!r} made a {type(made).__name__} that lacks {', '.join(absent)}")
    return cast(Sandbox, made)


def _order() -> list[str]:
    names = list(sandboxes.entries())
    return [name for name in _PREFERRED if name in names] + [n for n in names if n not in _PREFERRED]


def _why(report: CheckReport) -> str:
    faults = [f"{what}: {result}" for what, result in report.tested.items() if result != "ok"]
    advice = f" ({report.advice})" if report.advice else ""
    return "; ".join(faults) + advice


def _nothing(reports: list[CheckReport]) -> str:
    tried = "\n".join(f"  {report.backend}: {_why(report)}" for report in reports)
    return (
        "no sandbox works on this machine, and nothing is run without one. Tried:\n"
        f"{tried}\nThe tool-free setting needs none."
    )

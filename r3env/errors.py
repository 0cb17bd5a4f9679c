"""Errors of the library, and who is to blame when an episode meets one.

Extension code (a policy, a sandbox, a grader) raises plain exceptions. The episode boundary
(`r3env.rollout`) turns them into recorded outcomes with a `Blame`.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path


def told(error: BaseException) -> str:
    """An exception of somebody's code in one line: its type, its message, and the place (file name and line).

    The place is left out where the caught code itself never ran (a call with wrong arguments).

    >>> told(ValueError("no such depth"))
    'ValueError: no such depth'
    """
    where, trace = "", error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
        where = f" ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})"
    return f"{type(error).__name__}: {error}{where}"


class Blame(StrEnum):
    """Which part failed; `policy` alone counts against the player, the others are infrastructure."""

    POLICY = "policy"
    SANDBOX = "sandbox"
    GRADER = "grader"
    PROVIDER = "provider"
    HARNESS = "harness"


class R3Error(Exception):
    """Base of every error that a user can mend; the command line prints it as one line, exit code 2."""


class ConfigError(R3Error, ValueError):
    """A setting is out of range or contradictory: expected, what came, and what to do."""


class UnknownNameError(R3Error, KeyError):
    """A name that no registry holds; the message suggests the nearest one."""

    def __str__(self) -> str:  # KeyError would print the repr of the message
        return str(self.args[0]) if self.args else ""


class DataError(R3Error, ValueError):
    """A suite, manifest or record is malformed; the message names the row and the field."""


class StoreError(R3Error):
    """A run store cannot be used: other settings, newer schema, or another live writer."""


class BudgetError(R3Error):
    """A charge that the ledger must refuse (negative, or more than what remains)."""


class InfrastructureError(Exception):
    """Something outside the player failed: never scored as wrong, retried on resume.

    Args:
        message: what happened, in plain words.
        blame: the part that failed.
        kind: a short machine-readable kind, for instance ``rate_limited`` or ``timeout(api)``.
    """

    def __init__(self, message: str, *, blame: Blame, kind: str) -> None:
        super().__init__(message)
        self.blame = blame
        self.kind = kind


class ProviderError(InfrastructureError):
    """A model provider failed after bounded retries (429, 5xx, time-out, empty or filtered replies).

    ``meters`` holds what failed attempts used and reported; it is charged (cases T5, T7).
    """

    def __init__(self, message: str, *, kind: str, meters: dict[str, float] | None = None) -> None:
        super().__init__(message, blame=Blame.PROVIDER, kind=kind)
        self.meters = dict(meters or {})


class SandboxError(InfrastructureError):
    """A sandbox could not start, or died during the episode."""

    def __init__(self, message: str, *, kind: str = "sandbox_broken") -> None:
        super().__init__(message, blame=Blame.SANDBOX, kind=kind)

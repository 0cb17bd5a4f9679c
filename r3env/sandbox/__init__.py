"""Sandboxes: one protocol, several backends, one self-check that decides (`open_sandbox`)."""

from r3env.sandbox.choose import check_all, open_sandbox
from r3env.sandbox.protocol import (
    CheckReport,
    CommandResult,
    Ending,
    Fence,
    FileKind,
    FileRead,
    Limits,
    ProcessResult,
    Sandbox,
    Streams,
)

__all__ = [
    "CheckReport",
    "CommandResult",
    "Ending",
    "Fence",
    "FileKind",
    "FileRead",
    "Limits",
    "ProcessResult",
    "Sandbox",
    "Streams",
    "check_all",
    "open_sandbox",
]

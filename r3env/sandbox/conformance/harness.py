"""What the checks share: small limits, a started sandbox, and how a fault is told."""

from __future__ import annotations

from collections.abc import Callable

from r3env.sandbox.protocol import CommandResult, Fence, Limits, Sandbox

Factory = Callable[[], Sandbox]
Check = Callable[[Factory], None]

SMALL = Limits(memory=256, processes=40, file_size=8, storage=64, output=1 << 16)
PATIENCE = 30.0  # seconds: this is no benchmark


class ConformanceError(AssertionError):
    """A sandbox does not keep the contract."""


class Opened:
    """A started sandbox for a ``with`` block."""

    def __init__(self, make: Factory, limits: Limits = SMALL, **files: bytes) -> None:
        self.box = make()
        self._files = {f"{self.box.paths.app}/{name}": data for name, data in files.items()}
        self._limits = limits

    def __enter__(self) -> Sandbox:
        self.box.start(self._files, self._limits)
        return self.box

    def __exit__(self, *_error: object) -> None:
        self.box.close()


def expect(holds: bool, what: str, saw: object) -> None:
    """Raise unless it holds: what should be, and what was seen."""
    if not holds:
        raise ConformanceError(f"{what}; saw {saw!r}")


def run_in(
    box: Sandbox, command: str, fence: Fence | None = None, timeout: float = PATIENCE
) -> CommandResult:
    """Run one command with a time limit that strikes only when something is wrong."""
    return box.run(command, timeout, fence)

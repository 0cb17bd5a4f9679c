"""Landlock through sandlock: what a process without a mount namespace may open. Runs in the child of a fork."""

from __future__ import annotations

from collections.abc import Callable


def confinement(readable: list[str], writable: list[str]) -> Callable[[], None]:
    """What to call in a child to confine it for good; imports sandlock now, so that the child need not."""
    import sandlock

    # A kernel without the newer scopes is refused beforehand, unless the agent has a user id of its own.
    policy = sandlock.Sandbox(
        fs_readable=readable, fs_writable=writable, allow_degraded=list(sandlock.Protection)
    )

    def confine() -> None:
        sandlock.confine(policy)

    return confine

"""What work in the shell is made of: commands, yielded one by one by a generator that is sent their output."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One command, and whether the accounting is expected to count it."""

    command: str
    counted: bool = False


Work = Generator[Step, str, None]

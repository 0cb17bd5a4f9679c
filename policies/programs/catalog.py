"""Which family a statement belongs to, and how its solver is run without ever raising."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

MODULES = (
    "arithmetic",
    "number_theory",
    "grids",
    "matrices",
    "words",
    "rules",
    "search",
    "constraints",
    "logic",
    "algebra",
)
"""Modules of `policies.programs.families`; one line here is all that a new module needs."""

Solver = Callable[[str], Generator[str, None, str]]


@dataclass(frozen=True, slots=True)
class Family:
    """A family of problems: its name, the anchor that recognises a statement, its solver and its module."""

    name: str
    anchor: re.Pattern[str]
    solve: Solver
    module: ModuleType


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one run of a solver gave: lines of working, and the answer (None: it got stuck)."""

    working: tuple[str, ...]
    answer: str | None


@cache
def families() -> dict[str, Family]:
    """All families by name."""
    table: dict[str, Family] = {}
    for module_name in MODULES:
        module = import_module(f"policies.programs.families.{module_name}")
        for name, (anchor, solve) in module.FAMILIES.items():
            table[name] = Family(name, re.compile(anchor, re.MULTILINE), solve, module)
    return table


def recognise(statement: str) -> Family | None:
    """The family whose anchor matches the statement, or None."""
    return next((f for f in families().values() if f.anchor.search(statement)), None)


def attempt(family: Family, statement: str) -> Attempt:
    """Run the family's solver to its end. A statement that it cannot read leaves it stuck, not raising."""
    working: list[str] = []
    steps = family.solve(statement)
    try:
        while True:
            working.append(next(steps))
    except StopIteration as end:
        return Attempt(tuple(working), end.value)
    except Exception:  # any text may stand where numbers were expected
        return Attempt(tuple(working), None)

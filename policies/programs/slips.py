"""Slips: how the solver, at a stated rate, fails an attempt (by a misreading, or by giving up)."""

from __future__ import annotations

import re

import numpy as np

from policies.programs.catalog import Attempt, Family, attempt

_TRIES = 3


def misread(statement: str, rng: np.random.Generator) -> str:
    """The statement with one digit misread as another that it holds; without digits, one letter."""
    for kind in (r"[0-9]", r"[A-Za-z]"):
        spots = [m.start() for m in re.finditer(kind, statement)]
        if len({statement[i] for i in spots}) < 2:
            continue
        spot = spots[rng.integers(len(spots))]
        others = sorted({statement[i] for i in spots} - {statement[spot]})
        return statement[:spot] + others[rng.integers(len(others))] + statement[spot + 1 :]
    return statement


def failed_attempt(family: Family, statement: str, rng: np.random.Generator) -> Attempt:
    """An attempt that fails: sound working on misread data with a wrong answer, or working broken off.

    Misreadings are tried until one changes the answer. When none of them does, or it leads nowhere, the
    working of the true data stops at a random line and gives no answer.
    """
    right = attempt(family, statement)
    for _ in range(_TRIES):
        wrong = attempt(family, misread(statement, rng))
        if wrong.answer is not None and wrong.answer != right.answer:
            return wrong
    return Attempt(right.working[: int(rng.integers(len(right.working) + 1))], None)

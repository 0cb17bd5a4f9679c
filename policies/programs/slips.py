"""Slips: how the solver, at a stated rate, fails an attempt (by a misreading, or by giving up)."""

from __future__ import annotations

import re

import numpy as np

from policies.programs.catalog import Attempt, Family, attempt

_TRIES = 8


def misread(statement: str, rng: np.random.Generator) -> str:
    """The statement with one character of its data misread: a digit, else a letter of the last paragraph."""
    start = statement.rstrip().rfind("\n\n") + 1
    spots = [m.start() for m in re.finditer(r"\d", statement[start:])]
    if not spots:
        spots = [m.start() for m in re.finditer(r"[A-Za-z]", statement[start:])]
    if not spots:
        return statement
    spot = start + spots[rng.integers(len(spots))]
    seen = statement[spot]
    alphabet = "0123456789" if seen.isdigit() else "ABCDE" if seen.isupper() else "abcde"
    other = [c for c in alphabet if c != seen]
    return statement[:spot] + other[rng.integers(len(other))] + statement[spot + 1 :]


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

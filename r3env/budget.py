"""`Budget`: the one ledger of an episode. Everything it reports is derived from its append-only log.

Charges are maps from meter to amount; one meter is the official budget (``output_tokens`` or ``actions``),
the others (``seconds``, ``usd`` …) are metered beside it and may be capped as well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from r3env.errors import BudgetError, ConfigError


@dataclass(frozen=True, slots=True)
class Charge:
    """One line of the ledger: amounts by meter, the problem they are attributed to (None: shared), a note."""

    amounts: Mapping[str, float]
    problem: str | None = None
    note: str = ""


def check_amount(meter: str, amount: float) -> float:
    """Validate what is charged: a finite number that is not negative.

    Raises:
        BudgetError: for anything else, saying what came.
    """
    if isinstance(amount, bool) or not isinstance(amount, int | float):
        raise BudgetError(f"a charge is a number, got {amount!r} for {meter}")
    if not math.isfinite(amount) or amount < 0:
        raise BudgetError(f"a charge is finite and not negative, got {amount!r} for {meter}")
    return amount


LARGEST = 2**53
"""The largest budget: whole numbers up to here are exact as floats, and fit the observation spaces."""


def check_total(total: float | None, unit: str) -> float | None:
    """Validate a budget: None (unbudgeted) or a number from 0 to `LARGEST`.

    Raises:
        ConfigError: for anything else, saying what came.
    """
    if total is None:
        return None
    if isinstance(total, bool) or not (hasattr(total, "__index__") or isinstance(total, float)):
        raise ConfigError(f"budget must be a number of {unit} or None (unbudgeted), got {total!r}")
    if not 0 <= total <= LARGEST:  # NaN fails too
        raise ConfigError(
            f"budget must be at least 0 {unit} and at most {LARGEST}, got {total!r} "
            "(use None for an unbudgeted run)"
        )
    number = float(total)
    return int(number) if number == int(number) else number


class Budget:
    """Ledger of one episode.

    Args:
        unit: name of the official meter, for instance ``actions`` or ``output_tokens``.
        total: official budget in that unit; None means unbudgeted.
        caps: optional further caps by meter; reaching one ends the solving phase like the budget does.
        problems: labels that `snapshot` shows even while nothing is charged to them.

    >>> budget = Budget("actions", 2)
    >>> _ = budget.charge({"actions": 1, "seconds": 0.5}, problem="A")
    >>> budget.used, budget.remaining, budget.of("A")
    (1, 1, 1)
    """

    def __init__(
        self,
        unit: str,
        total: float | None,
        *,
        caps: Mapping[str, float] | None = None,
        problems: Sequence[str] = (),
    ) -> None:
        self.problems = tuple(problems)
        self.unit = unit
        self.total = check_total(total, unit)
        given = {meter: check_total(cap, meter) for meter, cap in (caps or {}).items()}
        self.caps: Mapping[str, float] = {m: c for m, c in given.items() if c is not None}
        self._log: list[Charge] = []

    @property
    def log(self) -> tuple[Charge, ...]:
        """All charges, oldest first."""
        return tuple(self._log)

    def charge(self, amounts: Mapping[str, float], *, problem: str | None = None, note: str = "") -> Charge:
        """Append one charge.

        Raises:
            BudgetError: an amount is negative or not finite, or the official meter would pass its total;
                nothing is recorded then.
        """
        checked = {meter: check_amount(meter, amount) for meter, amount in amounts.items()}
        wanted = checked.get(self.unit, 0)
        remaining = self.remaining
        if remaining is not None and wanted > remaining:
            raise BudgetError(f"cannot charge {wanted} {self.unit}: {remaining} of {self.total} remain")
        entry = Charge(checked, problem, note)
        self._log.append(entry)
        return entry

    def meter(self, name: str, problem: str | None = None) -> float:
        """Total charged on one meter, of one problem when named."""
        rows = (c for c in self._log if problem is None or c.problem == problem)
        return sum(c.amounts.get(name, 0) for c in rows)

    def of(self, problem: str) -> float:
        """Official use attributed to one problem."""
        return self.meter(self.unit, problem)

    @property
    def used(self) -> float:
        """Official use so far."""
        return self.meter(self.unit)

    @property
    def remaining(self) -> float | None:
        """What is left of the official budget; None when unbudgeted (never confuse with 0)."""
        return None if self.total is None else self.total - self.used

    @property
    def exhausted(self) -> bool:
        """True when nothing is left; an unbudgeted ledger is never exhausted."""
        remaining = self.remaining
        return remaining is not None and remaining <= 0

    def capped(self) -> str | None:
        """Name of a further meter whose cap is reached, or None."""
        return next((m for m, cap in self.caps.items() if self.meter(m) >= cap), None)

    def snapshot(self) -> dict[str, Any]:
        """A fresh JSON-like summary: unit, total, used, remaining, per_problem, shared, meters, caps."""
        problems = sorted({*self.problems, *(c.problem for c in self._log if c.problem is not None)})
        meters = sorted({m for c in self._log for m in c.amounts} | {self.unit})
        per_problem = {p: self.of(p) for p in problems}
        return {
            "unit": self.unit,
            "total": self.total,
            "used": self.used,
            "remaining": self.remaining,
            "per_problem": per_problem,
            "shared": self.used - sum(per_problem.values()),
            "meters": {m: self.meter(m) for m in meters},
            "caps": dict(self.caps),
        }

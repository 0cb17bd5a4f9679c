"""Loaders of the published figures; every function returns the rows of one printed table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True)
class MainResult:
    """One cell of the main table: mean problems per contest of six, and the gap ratio in percent."""

    setting: str
    model: str
    rho: float
    domain: str
    contest: float
    oracle: float
    gap_ratio_pct: float


@dataclass(frozen=True, slots=True)
class BudgetRow:
    """Frozen budgets of one model and domain: output tokens and counted actions per contest, by pressure."""

    model: str
    domain: str
    tokens_0_2: int
    tokens_0_8: int
    actions_0_2: int
    actions_0_8: int


@dataclass(frozen=True, slots=True)
class TierAccuracy:
    """Accuracy in contests of one cell, percent of problems judged right, by tier and over all."""

    setting: str
    model: str
    rho: float
    domain: str
    easy: float
    medium: float
    hard: float
    all: float


@dataclass(frozen=True, slots=True)
class SchedulerRow:
    """Agentic contests at pressure 0.2 under schedulers: mean problems per contest, and the oracle's value."""

    model: str
    domain: str
    contest: float
    coverage: float
    coverage_verification: float
    oracle: float


@dataclass(frozen=True, slots=True)
class DiscriminantRow:
    """Spearman coefficient of a capability index with the gap ratio in one cell, exact two-sided p-value."""

    setting: str
    domain: str
    rho: float
    spearman: float
    p: float


@cache
def _table(name: str) -> Mapping[str, Any]:
    text = (files("oracle.published") / f"{name}.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))


def main_results() -> tuple[MainResult, ...]:
    """The 96 cells of the main table."""
    return tuple(MainResult(**row) for row in _table("main_results")["rows"])


def budgets() -> tuple[BudgetRow, ...]:
    """The budget inventory: data, not a test of calibration (four token pairs fit no single use)."""
    return tuple(BudgetRow(**row) for row in _table("budgets")["rows"])


def accuracy_by_tier() -> tuple[TierAccuracy, ...]:
    """Accuracy by tier of the same 96 cells."""
    return tuple(TierAccuracy(**row) for row in _table("accuracy_by_tier")["rows"])


def schedulers() -> tuple[SchedulerRow, ...]:
    """Nine cells under schedulers."""
    return tuple(SchedulerRow(**row) for row in _table("schedulers")["rows"])


def discriminant() -> tuple[DiscriminantRow, ...]:
    """Twelve rank correlations."""
    return tuple(DiscriminantRow(**row) for row in _table("discriminant")["rows"])


def pooled_discriminant() -> dict[str, float]:
    """Mean coefficient and pooled within-cell R², each with its printed p-value."""
    return dict(_table("discriminant")["pooled"])


def index_ranks() -> dict[str, int]:
    """Ranks of the capability index, 1 lowest, as the printed coefficients determine them.

    They are derived, not printed: the only order of any five of the eight models under which the printed gap
    ratios give all twelve coefficients.
    """
    return dict(_table("discriminant")["index_ranks"])

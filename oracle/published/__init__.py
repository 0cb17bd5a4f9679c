"""Published reference figures as data: loaders, the checks they pass, and a comparison with new cells.

Figures of R3-Bench (arXiv:2608.16033) as printed; each JSON file beside this module names its table and units.

>>> len(main_results()), len(budgets()), len(schedulers())
(96, 18, 9)
"""

from __future__ import annotations

from oracle.published.compare import compare
from oracle.published.data import (
    BudgetRow,
    DiscriminantRow,
    MainResult,
    SchedulerRow,
    TierAccuracy,
    accuracy_by_tier,
    budgets,
    discriminant,
    index_ranks,
    main_results,
    pooled_discriminant,
    schedulers,
)
from oracle.published.rounding import agrees, gap_interval

__all__ = [
    "BudgetRow",
    "DiscriminantRow",
    "MainResult",
    "SchedulerRow",
    "TierAccuracy",
    "accuracy_by_tier",
    "agrees",
    "budgets",
    "compare",
    "discriminant",
    "gap_interval",
    "index_ranks",
    "main_results",
    "pooled_discriminant",
    "schedulers",
]

"""Means over domains: unweighted, over the domains that have the metric (available-domain macro, spec §7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oracle.gap import mean_ratio


def macro(values: Mapping[str, float | None]) -> dict[str, Any]:
    """Unweighted mean of a metric over the domains that have it.

    Args:
        values: metric by domain, None where it is undefined.

    Returns:
        ``{"value", "domains", "missing"}``: the mean (None with a ``reason`` when no domain has it), the
        domains behind it, and those without it.

    >>> macro({"math": 0.5, "code": None, "ar": 0.25})
    {'value': 0.375, 'domains': ['math', 'ar'], 'missing': ['code']}
    """
    domains = [name for name, value in values.items() if value is not None]
    out: dict[str, Any] = {
        "value": mean_ratio(values.values()).mean,
        "domains": domains,
        "missing": [name for name in values if name not in domains],
    }
    if not domains:
        out["reason"] = "no domain has the metric"
    return out

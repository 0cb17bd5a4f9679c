"""Rates with their denominators, over all slots, by tier and by position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from oracle.tables import TIERS, Bools, Floats, Records

Figure = dict[str, Any]
"""A figure of a report: ``value`` (None when undefined, with a ``reason``), and its denominators."""


def figure(value: float, of: float, reason: str, **more: Any) -> Figure:
    """``value / of`` as a figure: ``{"value", "count", "of"}``; None and ``reason`` when ``of`` is 0."""
    if of == 0:
        return {"value": None, "count": _plain(value), "of": _plain(of), "reason": reason, **more}
    return {"value": float(value / of), "count": _plain(value), "of": _plain(of), **more}


def _plain(value: float) -> float | int:
    number = float(value)
    return int(number) if number.is_integer() else number


def rate(hits: Bools, of: Bools, reason: str = "no such slots") -> Figure:
    """Share of the rows in ``of`` that are in ``hits``; both masks of shape (rows,)."""
    return figure(int((hits & of).sum()), int(of.sum()), reason)


def weighted(weight: Floats, hits: Bools, of: Bools, reason: str) -> Figure:
    """Share of the weight of the rows in ``of`` that lies on the rows in ``hits``."""
    return figure(float(weight[hits & of].sum()), float(weight[of].sum()), reason)


def mean(values: Floats, reason: str = "no values") -> Figure:
    """Mean of the values that are not NaN: ``{"value", "n"}``, None and ``reason`` when there is none."""
    known = values[~np.isnan(values)]
    if known.size == 0:
        return {"value": None, "n": 0, "reason": reason}
    return {"value": float(known.mean()), "n": int(known.size)}


def groups(records: Records) -> Iterator[tuple[str, str, Bools]]:
    """Kind (``by_tier``, ``by_position``), name and slot mask of every group that occurs.

    Tiers come in order and then ``untiered``; positions count from 1.
    """
    slots = records.slots
    for code, tier in [*enumerate(TIERS), (-1, "untiered")]:
        mask: Bools = slots.tier == code
        if mask.any():
            yield "by_tier", tier, mask
    for position in np.unique(slots.position):
        yield "by_position", str(int(position) + 1), slots.position == position


def grouped(records: Records, measure: Callable[[Bools], Figure]) -> dict[str, Any]:
    """``{"all": figure, "by_tier": {tier: figure}, "by_position": {"1": figure, …}}``.

    Args:
        records: whose slots are grouped.
        measure: figure of the slots in a mask of shape (slots,).
    """
    out: dict[str, Any] = {"all": measure(np.ones(len(records.slots), dtype=bool))}
    out.update(by_tier={}, by_position={})
    for kind, name, mask in groups(records):
        out[kind][name] = measure(mask)
    return out

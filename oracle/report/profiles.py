"""Figures by tier and by position in the contest: what was solved, and where the budget went. Also in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from oracle.report.axes import label, legend, schedulers
from oracle.report.build import Group, Report
from oracle.report.palette import DASHES, INK, MARKERS, PAPER, SERIES
from oracle.tables import TIERS

Read = Callable[[Any, str, str], float | None]
"""Reads a figure of a cell: its diagnostics, ``by_tier`` or ``by_position``, and the group."""


def _solved(entry: Any, kind: str, key: str) -> float | None:
    found = entry["rates"]["accuracy"][kind].get(key)
    return None if found is None else found["value"]


def _share(entry: Any, kind: str, key: str) -> float | None:
    found = entry["shares"]["attributed"][kind].get(key)
    return None if found is None else found["share"]


def accuracy(ax: Any, group: Group, report: Report) -> None:
    """Share of problems solved by tier and position."""
    _profile(ax, group, report, _solved)
    ax.set_ylabel("share solved")
    ax.set_ylim(-0.03, 1.03)
    legend(ax, 2, handlelength=2.9)


def accuracy_alt(group: Group, report: Report) -> str:
    """Shares solved in words."""
    return _alt(group, report, _solved, "solved")


def shares(ax: Any, group: Group, report: Report) -> None:
    """Share of the used budget by tier and position; ticks mark an equal share for every problem."""
    places = _profile(ax, group, report, _share)
    entry = report.diagnostics["cells"][group.cells[0]]["shares"]["attributed"]
    equal = {key: v["equal"] for kind in ("by_tier", "by_position") for key, v in entry[kind].items()}
    ticks = [(x, equal[key]) for x, key in places if equal.get(key) is not None]
    if ticks:
        ax.plot(*zip(*ticks, strict=True), "_", color=INK, markersize=14, label="equal share")
    ax.set_ylabel("share of the used budget")
    ax.set_ylim(bottom=0)
    legend(ax, 2, handlelength=2.9)


def shares_alt(group: Group, report: Report) -> str:
    """Shares of the budget in words."""
    return _alt(group, report, _share, "of the used budget")


def _profile(ax: Any, group: Group, report: Report, read: Read) -> list[tuple[float, str]]:
    """Lines over tiers and, after a gap, positions; one line a cell. Returns the places on the axis."""
    first = report.diagnostics["cells"][group.cells[0]]
    tiers = [t for t in TIERS if read(first, "by_tier", t) is not None]
    positions = list(first["rates"]["accuracy"]["by_position"])
    # Tiers have long names and stand wider than positions.
    start = 1.5 * len(tiers) + 0.2 if tiers else 0.0
    places = [(1.5 * i, tier) for i, tier in enumerate(tiers)]
    places += [(start + i, position) for i, position in enumerate(positions)]
    guards = schedulers(report, group)
    budgets = sorted({report.cells[row].budget for row in group.cells})
    for row in group.cells:
        entry, c = report.diagnostics["cells"][row], report.cells[row]
        order = guards.index(c.cell.scheduler)
        place = budgets.index(c.budget)
        style = {
            "color": SERIES[order % len(SERIES)],
            "marker": MARKERS[order % len(MARKERS)],
            # Hollow marks and unbroken lines for the smallest budget.
            "markerfacecolor": SERIES[order % len(SERIES)] if place else PAPER,
            "linestyle": DASHES[place % len(DASHES)],
            "linewidth": 1.4,
            "markersize": 4,
        }
        for kind, keys in (("by_tier", tiers), ("by_position", positions)):
            at = [x for x, key in places if key in keys]
            values = [np.nan if (v := read(entry, kind, key)) is None else v for key in keys]
            ax.plot(at, values, label=label(c.cell) if kind == "by_position" else None, **style)
    ax.set_xticks([x for x, _ in places], [key for _, key in places])
    ax.set_xlabel(" ")  # keeps the room of the two texts below
    middles = [("position in the contest", start + (len(positions) - 1) / 2)]
    middles += [("tier", 0.75 * (len(tiers) - 1))] if tiers else []
    for text, x in middles:
        below = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points"}
        ax.annotate(text, (x, 0), (0, -27), ha="center", annotation_clip=False, **below)
    return places


def _alt(group: Group, report: Report, read: Read, what: str) -> str:
    said = []
    for row in group.cells:
        entry = report.diagnostics["cells"][row]
        names = [("by_tier", t, t) for t in TIERS]
        names += [("by_position", p, f"position {p}") for p in entry["rates"]["accuracy"]["by_position"]]
        known = [(name, v) for kind, key, name in names if (v := read(entry, kind, key)) is not None]
        parts = ", ".join(f"{name} {100 * value:.0f} %" for name, value in known)
        said.append(f"{label(report.cells[row].cell)}, {what}: {parts or 'nothing known'}")
    return "; ".join(said) + "."

"""How each figure is drawn on matplotlib axes, and what it says in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from oracle.analysis import CellReport
from oracle.decomposition import CLASSES
from oracle.diagnostics import CAUSES
from oracle.report.build import Group, Report
from oracle.report.palette import (
    CONTEST,
    DASHES,
    EQUAL,
    FLOOR,
    INK,
    LINE,
    MARKERS,
    MISS,
    MUTED,
    ORACLE,
    ORACLE_FILL,
    PAPER,
    SERIES,
)
from oracle.report.tables import number, percent, pressure
from oracle.tables import TIERS, Cell

TIER_COLOURS = {"all": INK, "easy": SERIES[2], "medium": SERIES[4], "hard": SERIES[1]}
CAUSE_COLOURS = (SERIES[1], SERIES[4], SERIES[0], SERIES[3], SERIES[2], "#7fb2d6", SERIES[5])


def _label(cell: Cell, policy: bool) -> str:
    parts = [cell.policy] if policy else []
    return " · ".join([*parts, pressure(cell), cell.scheduler])


def _rows(ax: Any, labels: Sequence[str]) -> None:
    """Horizontal rows with their names above them, the first on top."""
    ax.set_yticks([])
    ax.set_ylim(len(labels) - 0.35, -0.62)
    ax.spines["left"].set_color(LINE)
    for row, label in enumerate(labels):
        ax.text(0.0, row - 0.26, label, transform=ax.get_yaxis_transform(), va="bottom", fontsize=8)
    ax.grid(axis="y", visible=False)


def _legend(ax: Any, columns: int, **more: Any) -> None:
    ax.legend(
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
        ncols=columns,
        handlelength=1.8,
        columnspacing=1.2,
        **more,
    )


# -- contest, equal share, oracle -------------------------------------------------------------------------


def gap(ax: Any, cells: Sequence[CellReport]) -> None:
    """Bars of contest scores inside the oracle's, the gap hatched between them, equal share as a mark."""
    _rows(ax, [_label(c.cell, True) for c in cells])
    for row, c in enumerate(cells):
        floor = c.oracle is None
        if c.oracle is not None:
            ax.barh(row, c.oracle, 0.42, color=ORACLE_FILL, edgecolor=ORACLE, linewidth=1)
            if c.oracle > c.contest:
                ax.barh(
                    row, c.oracle - c.contest, 0.42, c.contest, fill=False, hatch="////",
                    edgecolor=MISS, linewidth=0,
                )  # fmt: skip
            ax.annotate(
                f"gap {number(c.delta)}" + ("" if c.ratio is None else f" ({percent(c.ratio, 0)})"),
                (max(c.oracle, c.contest_interval.high or 0, c.contest), row), (5, 0),
                textcoords="offset points", va="center", fontsize=8, color=INK,
            )  # fmt: skip
        ax.barh(row, c.contest, 0.26, color=FLOOR if floor else CONTEST)
        low, high = c.contest_interval.low, c.contest_interval.high
        if low is not None and high is not None and high > low:
            ax.plot([low, high], [row, row], color=INK, linewidth=1.1, solid_capstyle="butt")
        if floor:
            ax.annotate(
                number(c.contest), (max(c.contest, high or 0), row), (5, 0), textcoords="offset points",
                va="center", fontsize=8, color=MUTED,
            )  # fmt: skip
        if c.equal is not None:
            ax.plot(
                [c.equal], [row], "D", color=EQUAL, markersize=5, markeredgecolor=PAPER, markeredgewidth=0.8
            )
    top = max(max(c.oracle or 0, c.contest, c.contest_interval.high or 0) for c in cells)
    ax.set_xlim(0, max(1.0, top) * 1.32)
    ax.set_xlabel("problems solved in a contest (mean, 95 % interval)")
    _gap_legend(ax, cells)


def _gap_legend(ax: Any, cells: Sequence[CellReport]) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    marks: list[Any] = [Patch(color=CONTEST, label="contest")]
    if any(c.oracle is not None for c in cells):
        marks += [
            Line2D([], [], marker="D", color=EQUAL, linestyle="none", label="equal share"),
            Patch(facecolor=ORACLE_FILL, edgecolor=ORACLE, label="oracle"),
            Patch(fill=False, hatch="/////", edgecolor=MISS, linewidth=0, label="gap"),
        ]
    if any(c.oracle is None for c in cells):
        marks.append(Patch(color=FLOOR, label="floor"))
    _legend(ax, 5, handles=marks, handletextpad=0.5)


def gap_alt(cells: Sequence[CellReport]) -> str:
    """The gap figure in words."""
    said = []
    for c in cells:
        text = f"{_label(c.cell, True)}: contest {number(c.contest)}"
        if c.oracle is not None:
            text += f", equal share {number(c.equal)}, oracle {number(c.oracle)}, gap {percent(c.ratio)}"
        said.append(text)
    return "; ".join(said) + "."


# -- curves and frontier ----------------------------------------------------------------------------------


def curves(ax: Any, group: Group, unit: str) -> None:
    """Success rate at each level by tier; levels are evenly spaced, equal costs stay apart."""
    at = np.arange(len(group.costs))
    for order, (name, rates) in enumerate(group.rates.items()):
        ax.plot(
            at, rates, marker=MARKERS[order], color=TIER_COLOURS[name], linestyle=DASHES[order],
            label=f"{name} ({group.problems[name]})", linewidth=2.0 if name == "all" else 1.4,
        )  # fmt: skip
    ax.set_xticks(at, [f"{cost:g}" for cost in group.costs])
    ax.set_ylim(-0.03, 1.03)
    ax.set_xlabel(f"budget of a problem alone ({unit})")
    ax.set_ylabel("success rate")
    _legend(ax, 4)


def curves_alt(group: Group, unit: str) -> str:
    """The curves in words."""
    rates = ", ".join(
        f"{100 * r:.0f} % at {c:g}" for c, r in zip(group.costs, group.rates["all"], strict=True)
    )
    return f"Response curve over all problems: {rates} {unit}; {group.repeats} runs of a problem at a level."


def frontier(ax: Any, group: Group, report: Report, unit: str) -> None:
    """Oracle and equal share over the shared budget, contests as points with their intervals."""
    f = group.frontier
    ax.plot(f.budgets, f.oracle, drawstyle="steps-post", color=ORACLE, label="oracle")
    if f.replay is not None:
        ax.plot(
            f.budgets, f.replay, drawstyle="steps-post", color=EQUAL, linestyle=DASHES[1], label="equal share"
        )
    guards = _guards(report, group)
    # Points of several schedulers at one budget stand side by side.
    step = 0.012 * float(f.budgets[-1])
    for row in group.cells:
        c = report.cells[row]
        if not report.headline(c):
            continue
        order = guards.index(c.cell.scheduler)
        x = c.budget + step * (order - (len(guards) - 1) / 2)
        colour = (CONTEST, *SERIES[1:2], *SERIES[4:])[order % 4]
        low, high = c.contest_interval.low, c.contest_interval.high
        if low is not None and high is not None:
            ax.plot([x, x], [low, high], color=colour, linewidth=1.1)
        label = f"contest, {c.cell.scheduler}" if len(guards) > 1 else "contest"
        ax.plot([x], [c.contest], MARKERS[order % 6], color=colour, label=label)
    ax.set_xlim(left=0)
    ax.set_ylim(bottom=0)
    ax.set_xlabel(f"shared budget of a contest ({unit})")
    ax.set_ylabel("problems solved")
    handles, labels = ax.get_legend_handles_labels()
    once = dict(zip(labels, handles, strict=True))
    _legend(ax, 3 if len(once) < 4 else 2, handles=list(once.values()), labels=list(once))


def frontier_alt(group: Group, unit: str) -> str:
    """The frontier in words."""
    f = group.frontier
    return (
        f"Oracle and equal share from 0 to {f.budgets[-1]:g} {unit}: the oracle rises from "
        f"{f.oracle[0]:.2f} to {f.oracle[-1]:.2f} problems."
    )


def _guards(report: Report, group: Group) -> list[str]:
    names = sorted({report.cells[row].cell.scheduler for row in group.cells})
    return sorted(names, key=lambda name: (name != "reference", name))


# -- where the gap comes from -----------------------------------------------------------------------------


def _stack(ax: Any, rows: Sequence[Sequence[float]], names: Sequence[str], colours: Sequence[str]) -> None:
    """Stacked horizontal bars; negative parts to the left of zero."""
    for row, parts in enumerate(rows):
        right = left = 0.0
        for part, colour in zip(parts, colours, strict=False):
            start = right if part >= 0 else left
            ax.barh(row, part, 0.4, start, color=colour, edgecolor=PAPER, linewidth=0.6)
            right, left = (right + part, left) if part >= 0 else (right, left + part)
    from matplotlib.patches import Patch

    shown = [i for i in range(len(names)) if any(abs(parts[i]) > 1e-9 for parts in rows)]
    if shown:
        handles = [Patch(color=colours[i], label=names[i].replace("_", " ")) for i in shown]
        _legend(ax, 2, handles=handles)


def decomposition(ax: Any, group: Group, report: Report) -> None:
    """Parts of the gap by how the problems were funded."""
    cells = [report.cells[row].cell for row in group.decompositions]
    _rows(ax, [_label(cell, False) for cell in cells])
    parts = [split.parts.tolist() for split in group.decompositions.values()]
    _stack(ax, parts, CLASSES, (SERIES[1], SERIES[4], SERIES[0], SERIES[5]))
    ax.axvline(0, color=MUTED, linewidth=0.8)
    ax.set_xlabel("part of the gap (problems a contest)")


def causes(ax: Any, group: Group, report: Report) -> None:
    """Selected misses by cause, in counts; those that the record does not decide are hatched out of shares."""
    rows = []
    for row in group.cells:
        found = report.diagnostics["cells"][row]["misses"]
        rows.append([0.0] * len(CAUSES) if found is None else [found["causes"][n]["count"] for n in CAUSES])
    _rows(ax, [_label(report.cells[row].cell, False) for row in group.cells])
    _stack(ax, rows, CAUSES, (*CAUSE_COLOURS, LINE))
    if not any(map(sum, rows)):
        ax.text(0.5, 0.5, "no selected miss", transform=ax.transAxes, ha="center", color=MUTED)
    ax.set_xlim(left=0)
    ax.set_xlabel("oracle-selected problems that were missed (slots)")


# -- tier and position ------------------------------------------------------------------------------------


def _profile(ax: Any, group: Group, report: Report, read: Any, label: str) -> list[tuple[int, str]]:
    """Lines over tiers and, after a gap, positions; one line a cell. Returns the places on the axis."""
    first = report.diagnostics["cells"][group.cells[0]]
    tiers = [t for t in TIERS if read(first, "by_tier", t) is not None]
    positions = list(first["rates"]["accuracy"]["by_position"])
    places = [(i, t) for i, t in enumerate(tiers)]
    places += [(len(tiers) + 0.6 + i, p) for i, p in enumerate(positions)]  # type: ignore[misc]
    guards = _guards(report, group)
    pressures = sorted({(report.cells[r].cell.rho or 0, report.cells[r].budget) for r in group.cells})
    for row in group.cells:
        entry, c = report.diagnostics["cells"][row], report.cells[row]
        order = guards.index(c.cell.scheduler)
        style = DASHES[pressures.index((c.cell.rho or 0, c.budget)) % len(DASHES)]
        more = {"color": SERIES[order % 5], "linestyle": style, "marker": MARKERS[order % 6]}
        name = pressure(c.cell) if len(guards) == 1 else _label(c.cell, False)
        for kind, keys in (("by_tier", tiers), ("by_position", positions)):
            at = [x for x, key in places if key in keys]
            values = [read(entry, kind, key) for key in keys]
            ax.plot(
                at, [np.nan if v is None else v for v in values], linewidth=1.4, markersize=4,
                label=name if kind == "by_position" else None, **more,
            )  # fmt: skip
    ax.set_xticks([x for x, _ in places], [key for _, key in places])
    ax.set_xlabel("tier" + " " * 34 + "position in the contest" if tiers else "position in the contest")
    ax.set_ylabel(label)
    return places


def accuracy(ax: Any, group: Group, report: Report) -> None:
    """Share of problems solved by tier and position."""

    def read(entry: Any, kind: str, key: str) -> float | None:
        found = entry["rates"]["accuracy"][kind].get(key)
        return None if found is None else found["value"]

    _profile(ax, group, report, read, "share solved")
    ax.set_ylim(-0.03, 1.03)
    _legend(ax, 2)


def shares(ax: Any, group: Group, report: Report) -> None:
    """Share of the used budget by tier and position; black ticks mark an equal share for every problem."""

    def read(entry: Any, kind: str, key: str) -> float | None:
        found = entry["shares"]["attributed"][kind].get(key)
        return None if found is None else found["share"]

    places = _profile(ax, group, report, read, "share of the used budget")
    entry = report.diagnostics["cells"][group.cells[0]]["shares"]["attributed"]
    equal = {**entry["by_tier"], **entry["by_position"]}
    ticks = [
        (x, equal[key]["equal"]) for x, key in places if key in equal and equal[key]["equal"] is not None
    ]
    if ticks:
        ax.plot(*zip(*ticks, strict=True), "_", color=INK, markersize=14, label="equal share")
    ax.set_ylim(bottom=0)
    _legend(ax, 2)


# -- quadrants --------------------------------------------------------------------------------------------


def quadrants(ax: Any, report: Report) -> None:
    """Each policy as a box between what is true for certain and what is not false."""
    known = _located(report)
    names = (
        ("Tunnel\nSolver", 0.02, 0.02, "left", "bottom"),
        ("Shallow\nScanner", 0.98, 0.02, "right", "bottom"),
    )
    names += (
        ("Strategic\nSpecialist", 0.02, 0.98, "left", "top"),
        ("Portfolio\nPlanner", 0.98, 0.98, "right", "top"),
    )
    for text, x, y, across, up in names:
        ax.text(x, y, text, color=MUTED, ha=across, va=up, fontsize=8)
    ax.axvline(0.5, color=MUTED, linewidth=0.8)
    ax.axhline(0.5, color=MUTED, linewidth=0.8)
    for order, q in enumerate(known):
        (x1, y1), (x2, y2) = q["low"], q["high"]
        shift = 0.006 * (order - (len(known) - 1) / 2)
        colour = SERIES[order % len(SERIES)]
        ax.plot(
            [x1 + shift, x2 + shift], [y1, y2], color=colour, linewidth=1.3, linestyle=DASHES[order // 6 % 4]
        )
        ax.plot(
            [x1 + shift, x2 + shift], [y1, y2], MARKERS[order % 6], color=colour, markersize=5,
            label=f"{q['policy']} · {q['setting'].replace('_', '-')} · {q['scheduler']}", linestyle="none",
        )  # fmt: skip
    ax.set_xlim(-0.04, 1.04)
    ax.set_ylim(-0.04, 1.04)
    ax.set_xlabel("coverage: certain (C⁻) to possible (C⁺)")
    ax.set_ylabel("update rate: R⁻ to R⁺")
    _legend(ax, 1)


def _located(report: Report) -> list[dict[str, Any]]:
    found: Iterable[dict[str, Any]] = report.diagnostics["quadrants"]
    with_curves = {g.policy for g in report.groups}
    known = [q for q in found if q["low"] is not None]
    return [q for q in known if q["policy"] in with_curves] or known


def quadrants_alt(report: Report) -> str:
    """The quadrants in words."""
    said = []
    for q in _located(report):
        name = q["name"] if q["settled"] else f"{q['name']} or {q['name_high']}"
        said.append(f"{q['policy']} {q['scheduler']}: {name}")
    return "; ".join(said) + "."

"""Figures of horizontal bars, one row a cell: the gap, its parts, the causes of misses. Each also in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oracle.analysis import CellReport
from oracle.decomposition import CLASSES
from oracle.diagnostics import CAUSES
from oracle.report.axes import label, legend, rows, stack
from oracle.report.build import Group, Report
from oracle.report.palette import (
    CONTEST,
    EQUAL,
    FLOOR,
    INK,
    LINE,
    MISS,
    MUTED,
    ORACLE,
    ORACLE_FILL,
    PAPER,
    SERIES,
    SKY,
)
from oracle.report.tables import number, percent

CLASS_COLOURS = (SERIES[1], SERIES[4], SERIES[0], SERIES[5])
CAUSE_COLOURS = (SERIES[1], SERIES[4], SERIES[0], SERIES[3], SERIES[2], SKY, SERIES[5], LINE)


def gap(ax: Any, cells: Sequence[CellReport]) -> None:
    """Bars of contest scores inside the oracle's, the gap hatched between them, equal share as a mark."""
    rows(ax, [label(c.cell, policy=True) for c in cells])
    for row, c in enumerate(cells):
        if c.oracle is None:
            ax.barh(row, c.contest, 0.26, color=FLOOR)
            _note(ax, c, row, number(c.contest), MUTED)
        else:
            _oracle_bar(ax, c, c.oracle, row)
        low, high = c.contest_interval.low, c.contest_interval.high
        if low is not None and high is not None and high > low:
            ax.plot([low, high], [row, row], color=PAPER, linewidth=3, solid_capstyle="butt")
            ax.plot([low, high], [row, row], "|-", color=INK, linewidth=1.1, markersize=5)
        if c.equal is not None:
            ax.plot(
                [c.equal], [row], "D", color=EQUAL, markersize=5.5, markeredgecolor=PAPER, markeredgewidth=0.8
            )
    ax.set_xlim(0, max(1.0, max(map(_end, cells))) * 1.34)
    ax.set_xlabel("problems solved in a contest (mean, 95 % interval)")
    _gap_legend(ax, cells)


def _end(c: CellReport) -> float:
    """Right end of what is drawn of a cell."""
    return max(c.oracle or 0.0, c.contest, c.contest_interval.high or 0.0)


def _note(ax: Any, c: CellReport, row: int, text: str, colour: str) -> None:
    at = (_end(c), row)
    ax.annotate(text, at, (6, 0), textcoords="offset points", va="center_baseline", fontsize=8, color=colour)


def _oracle_bar(ax: Any, c: CellReport, oracle: float, row: int) -> None:
    ax.barh(row, oracle, 0.42, color=ORACLE_FILL, edgecolor=ORACLE, linewidth=1)
    missing = oracle - c.contest
    if missing > 0:
        ax.barh(row, missing, 0.42, c.contest, fill=False, hatch="////", edgecolor=MISS, linewidth=0)
    ax.barh(row, c.contest, 0.26, color=CONTEST)
    share = "" if c.ratio is None else f" ({percent(c.ratio, 0)})"
    _note(ax, c, row, f"gap {number(c.delta)}{share}", INK)


def _gap_legend(ax: Any, cells: Sequence[CellReport]) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    marks: list[Any] = []
    if any(c.oracle is not None for c in cells):
        marks = [
            Patch(color=CONTEST, label="contest"),
            Line2D([], [], marker="D", color=EQUAL, linestyle="none", label="equal share"),
            Patch(facecolor=ORACLE_FILL, edgecolor=ORACLE, label="oracle"),
            Patch(fill=False, hatch="//////", edgecolor=MISS, linewidth=0, label="gap"),
        ]
    if any(c.oracle is None for c in cells):
        marks.append(Patch(color=FLOOR, label="contest, no curves"))
    legend(ax, 5 if len(marks) < 5 else 3, handles=marks, handletextpad=0.5)


def gap_alt(cells: Sequence[CellReport]) -> str:
    """The gap in words."""
    said = []
    for c in cells:
        text = f"{label(c.cell, policy=True)}: contest {number(c.contest)}"
        if c.oracle is not None:
            text += f", equal share {number(c.equal)}, oracle {number(c.oracle)}, gap {percent(c.ratio)}"
        said.append(text)
    return "; ".join(said) + "."


def decomposition(ax: Any, group: Group, report: Report) -> None:
    """Parts of the gap by how the problems were funded."""
    rows(ax, [label(report.cells[row].cell) for row in group.decompositions])
    parts = [split.parts.tolist() for split in group.decompositions.values()]
    stack(ax, parts, CLASSES, CLASS_COLOURS)
    ax.axvline(0, color=MUTED, linewidth=0.8, zorder=0.9)
    ax.set_xlabel("part of the gap (problems a contest)")


def decomposition_alt(group: Group, report: Report) -> str:
    """The parts of the gap in words."""
    said = []
    for row, split in group.decompositions.items():
        parts = ", ".join(
            f"{name.replace('_', ' ')} {part:+.2f}" for name, part in zip(CLASSES, split.parts, strict=True)
        )
        said.append(f"{label(report.cells[row].cell)}: {parts}")
    return "; ".join(said) + "."


def _counts(report: Report, row: int) -> dict[str, int]:
    """Selected misses of a cell by cause."""
    misses = report.diagnostics["cells"][row]["misses"]
    return {name: 0 if misses is None else misses["causes"][name]["count"] for name in CAUSES}


def causes(ax: Any, group: Group, report: Report) -> None:
    """Selected misses by cause, in counts."""
    counts = [list(map(float, _counts(report, row).values())) for row in group.cells]
    rows(ax, [label(report.cells[row].cell) for row in group.cells])
    stack(ax, counts, CAUSES, CAUSE_COLOURS)
    if not any(map(sum, counts)):
        ax.text(0.5, 0.5, "no selected miss", transform=ax.transAxes, ha="center", color=MUTED)
    ax.set_xlim(left=0)
    ax.set_xlabel("oracle-selected problems that were missed (slots)")


def causes_alt(group: Group, report: Report) -> str:
    """The causes in words."""
    said = []
    for row in group.cells:
        parts = ", ".join(f"{n.replace('_', ' ')} {c}" for n, c in _counts(report, row).items() if c)
        said.append(f"{label(report.cells[row].cell)}: {parts or 'no selected miss'}")
    return "; ".join(said) + "."

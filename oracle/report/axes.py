"""What the figures share: rows with names above them, legends above the axes, how a cell is called in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oracle.report.build import Group, Report
from oracle.report.palette import LINE, PAPER
from oracle.report.tables import pressure
from oracle.report.text import short
from oracle.tables import Cell


def label(cell: Cell, policy: bool = False) -> str:
    """A cell inside its figure; the reference needs no name."""
    parts = [short(cell.policy)] if policy else []
    guard = [] if cell.scheduler == "reference" else [short(cell.scheduler)]
    return " · ".join([*parts, pressure(cell), *guard])


def schedulers(report: Report, group: Group) -> list[str]:
    """Schedulers of a group, the reference first: their order gives colours and markers."""
    names = {report.cells[row].cell.scheduler for row in group.cells}
    return sorted(names, key=lambda name: (name != "reference", name))


def rows(ax: Any, labels: Sequence[str]) -> None:
    """Horizontal rows with their names above them, the first on top."""
    ax.set_yticks([])
    ax.set_ylim(len(labels) - 0.6, -0.75)
    ax.spines["left"].set_color(LINE)
    for row, text in enumerate(labels):
        at = {"transform": ax.get_yaxis_transform(), "va": "bottom", "fontsize": 8}
        ax.text(0.012, row - 0.28, text, bbox={"facecolor": PAPER, "linewidth": 0, "pad": 0.6}, **at)
    ax.grid(axis="y", visible=False)


def legend(ax: Any, columns: int, **more: Any) -> None:
    """A legend above the axes."""
    options = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "columnspacing": 1.2, "handlelength": 1.8}
    ax.legend(ncols=columns, **{**options, **more})


def stack(ax: Any, parts: Sequence[Sequence[float]], names: Sequence[str], colours: Sequence[str]) -> None:
    """Stacked horizontal bars, one row each, with their legend; negative parts go to the left of zero."""
    from matplotlib.patches import Patch

    for row, values in enumerate(parts):
        right = left = 0.0
        for value, colour in zip(values, colours, strict=True):
            start = right if value >= 0 else left
            ax.barh(row, value, 0.4, start, color=colour, edgecolor=PAPER, linewidth=0.6)
            right, left = (right + value, left) if value >= 0 else (right, left + value)
    shown = [i for i in range(len(names)) if any(abs(values[i]) > 1e-9 for values in parts)]
    if shown:
        handles = [Patch(color=colours[i], label=names[i].replace("_", " ")) for i in shown]
        legend(ax, 2, handles=handles)

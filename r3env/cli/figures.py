"""How figures are written in tables: values with their interval, brackets, percentages, dashes for nothing."""

from __future__ import annotations

from typing import Any

from oracle.analysis import CellReport
from r3env.cli.common import Table

DASH = "–"
SETTING_NAMES = {"tool_free": "tool-free", "agentic": "agentic"}


def value(number: float | None, digits: int = 2) -> str:
    """A figure, or a dash."""
    return DASH if number is None else f"{number:.{digits}f}"


def within(low: float | None, high: float | None, scale: float = 1.0, digits: int = 2) -> str:
    """An interval in square brackets, or nothing."""
    if low is None or high is None:
        return ""
    return f"[{low * scale:.{digits}f}, {high * scale:.{digits}f}]"


def cells_table(cells: list[CellReport], count_unresolved: bool) -> Table:
    """The headline table: one row for each cell, floors included."""
    columns = (
        "domain",
        "setting",
        ">ρ",
        ">budget",
        "policy",
        "scheduler",
        ">contest",
        "95 %",
        ">equal",
        ">oracle",
        "bracket",
        ">gap ratio",
        "95 %",
    )
    table = Table(columns, data=[c.to_dict() for c in cells])
    for c in sorted(cells, key=_reading_order):
        table.rows.append(_row(c, count_unresolved or c.complete))
    table.notes = notes(cells, count_unresolved)
    return table


def _reading_order(c: CellReport) -> tuple[Any, ...]:
    """By setting and pressure; policies with an oracle before the floors beside them."""
    rho = -1.0 if c.cell.rho is None else c.cell.rho
    return c.cell.domain, c.cell.setting, rho, c.oracle is None, c.cell.policy, c.cell.scheduler


def _row(c: CellReport, headline: bool) -> list[str]:
    rho = DASH if c.cell.rho is None else f"{c.cell.rho:g}"
    start = [c.cell.domain, SETTING_NAMES.get(c.cell.setting, c.cell.setting), rho, f"{c.budget:g}"]
    start += [c.cell.policy, c.cell.scheduler]
    if not headline:
        return [*start, DASH, f"{c.unscored} unscored", DASH, DASH, "", DASH, ""]
    interval, ratio = c.contest_interval, c.ratio_interval
    bracket = "" if c.lower is None else f"({value(c.lower)} – {value(c.upper)})"
    return [
        *start,
        value(c.contest),
        within(interval.low, interval.high),
        value(c.equal),
        value(c.oracle),
        bracket,
        DASH if c.ratio is None else f"{100 * c.ratio:.1f} %",
        "" if ratio is None else within(ratio.low, ratio.high, 100, 1),
    ]


def notes(cells: list[CellReport], count_unresolved: bool) -> list[str]:
    """What a reader must know beside the figures."""
    said: list[str] = []
    open_cells = [c for c in cells if not c.complete]
    if open_cells and not count_unresolved:
        said.append(
            f"{sum(c.unscored for c in open_cells)} runs have no verdict: no headline for their cells. "
            "Run again to resolve them, or use --count-unresolved to count them as 0"
        )
    elif open_cells:
        for c in open_cells:
            said.append(
                f"{cell_name(c)}: {c.unscored} unscored runs count as 0; without them {value(c.contest_scored)}"
            )
    for c in cells:
        if c.left_out:
            said.append(
                f"{cell_name(c)}: {c.left_out} contests left out, their response curves are not complete"
            )
        if c.curve_unscored:
            said.append(
                f"{cell_name(c)}: {c.curve_unscored} curve runs have no verdict and count as not right"
            )
        if c.negative:
            said.append(
                f"{cell_name(c)}: the contests beat the oracle of the curves; the negative gap is kept"
            )
        if c.oracle_zero:
            said.append(f"{cell_name(c)}: {c.oracle_zero} contests have an oracle of 0")
        if c.coverage_impossible:
            said.append(
                f"{cell_name(c)}: the budget is below the number of problems, so no problem gets a second action"
            )
    if any(c.lower is not None for c in cells):
        said.append("bracket: the true oracle lies between the two in expectation (cross-fitted – plug-in)")
    return said


def cell_name(c: CellReport) -> str:
    """A cell in a few words."""
    rho = "" if c.cell.rho is None else f" ρ {c.cell.rho:g}"
    setting = SETTING_NAMES.get(c.cell.setting, c.cell.setting)
    return f"{c.cell.policy} {c.cell.domain} {setting}{rho} {c.cell.scheduler}"


def summary(cells: list[CellReport]) -> dict[str, Any]:
    """The headline figures as JSON-like data."""
    return {"cells": [c.to_dict() for c in cells]}

"""Tables of a report as text cells: headline, denominators, published comparison, and the notes under them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from oracle.analysis import CellReport
from oracle.report.build import Report
from oracle.tables import Cell

DASH = "–"
SETTING_NAMES = {"tool_free": "tool-free", "agentic": "agentic"}
UNITS = {"tool_free": "output tokens", "agentic": "actions"}


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: headings (``>`` first: aligned right), rows of text, and notes below."""

    columns: Sequence[str]
    rows: list[list[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def number(value: float | None, digits: int = 2) -> str:
    """A figure, or a dash."""
    return DASH if value is None else f"{value:.{digits}f}"


def span(low: float | None, high: float | None, scale: float = 1.0, digits: int = 2) -> str:
    """An interval in square brackets, or nothing."""
    if low is None or high is None:
        return ""
    return f"[{low * scale:.{digits}f}, {high * scale:.{digits}f}]"


def percent(value: float | None, digits: int = 1) -> str:
    """A fraction as a percentage, or a dash."""
    return DASH if value is None else f"{100 * value:.{digits}f} %"


def pressure(cell: Cell) -> str:
    """``ρ 0.2``, or the budget where it was set by hand."""
    if cell.rho is not None:
        return f"ρ {cell.rho:g}"
    return "unbudgeted" if cell.budget is None else f"budget {cell.budget:g}"


def cell_name(cell: Cell) -> str:
    """One line that tells a cell from the others."""
    setting = SETTING_NAMES.get(cell.setting, cell.setting)
    guard = "" if cell.scheduler == "reference" else f" · {cell.scheduler}"
    return f"{cell.policy} · {cell.domain} {setting} · {pressure(cell)}{guard}"


def ordered(cells: Iterable[CellReport]) -> list[CellReport]:
    """Cells in reading order: those with an oracle before floors, the reference before other schedulers."""

    def place(c: CellReport) -> tuple[object, ...]:
        cell = c.cell
        start = (c.oracle is None, cell.policy, cell.setting, cell.domain, c.budget)
        return (*start, cell.scheduler != "reference", cell.scheduler)

    return sorted(cells, key=place)


def headline(report: Report) -> Grid:
    """The headline table of a report."""
    return headline_of(report.cells, report.count_unresolved)


def headline_of(cells: Sequence[CellReport], count_unresolved: bool = False) -> Grid:
    """One row for each cell, floors last; dashes where runs without a verdict leave no headline."""
    columns = "cell >budget >contest 95_% >equal_share >oracle bracket >gap >gap_ratio 95_%"
    grid = Grid([c.replace("_", " ") for c in columns.split()])
    grid.rows.extend(_headline_row(c, count_unresolved or c.complete) for c in ordered(cells))
    grid.notes.extend(headline_notes(cells, count_unresolved))
    return grid


def _headline_row(c: CellReport, shown: bool) -> list[str]:
    start = [cell_name(c.cell), DASH if c.cell.budget is None else f"{c.budget:g}"]
    if not shown:
        return [*start, DASH, f"{c.unscored} unscored", DASH, DASH, "", DASH, DASH, ""]
    ratio = c.ratio_interval
    return [
        *start,
        number(c.contest),
        span(c.contest_interval.low, c.contest_interval.high),
        number(c.equal),
        number(c.oracle),
        "" if c.lower is None else f"({number(c.lower)} – {number(c.upper)})",
        number(c.delta),
        percent(c.ratio),
        "" if ratio is None else span(ratio.low, ratio.high, 100, 1),
    ]


def headline_notes(cells: Sequence[CellReport], count_unresolved: bool) -> Iterator[str]:
    """What a reader must know beside the headline of some cells."""
    waiting = 0 if count_unresolved else sum(c.unscored for c in cells)
    if waiting:
        yield (
            f"{waiting} runs have no verdict: no headline for their cells. Run again to resolve them, or use "
            "--count-unresolved to count them as 0."
        )
    for c in cells:
        yield from (f"{cell_name(c.cell)}: {note}." for note in _cell_notes(c, count_unresolved))
    if any(c.lower is not None for c in cells):
        yield (
            "bracket: in expectation the true oracle lies between the two (cross-fitted – plug-in); "
            "intervals are over contests."
        )


def _cell_notes(c: CellReport, count_unresolved: bool) -> Iterator[str]:
    if count_unresolved and not c.complete:
        yield f"{c.unscored} unscored runs count as 0; without them {number(c.contest_scored)}"
    if c.left_out:
        yield f"{c.left_out} contests left out, their response curves are not complete"
    if c.reason:
        yield f"no oracle: {c.reason}"
    if c.curve_unscored:
        yield f"{c.curve_unscored} curve runs have no verdict and count as not right"
    if c.negative:
        yield "the contests beat the oracle of the curves; the negative gap is kept"
    if c.oracle_zero:
        yield f"{c.oracle_zero} contests have an oracle of 0"
    if c.coverage_impossible:
        yield "the budget is below the number of problems, so no problem gets a second action"


def denominators(report: Report) -> Grid:
    """What was planned, played, lost and left unjudged in every cell."""
    columns = "cell >contests >episodes >planned >missing >truncated >policy_errors >slots >correct >wrong "
    columns += ">no_answer >unparsed >unjudged >unscored_runs"
    grid = Grid([c.replace("_", " ") for c in columns.split()])
    for c, entry in zip(report.cells, report.diagnostics["cells"], strict=True):
        d, e, s = entry["denominators"], entry["denominators"]["episodes"], entry["denominators"]["slots"]
        values = [d["contests"], e["total"], e["planned"], e["missing"], e["truncated"], e["policy_error"]]
        values += [s["total"], s["correct"], s["wrong"], s["missing"], s["unparsed"], s["unscored"]]
        grid.rows.append([cell_name(c.cell), *map(str, values), str(c.unscored)])
    grid.notes.append(
        "A slot is one problem in one contest run. Truncated episodes struck a limit of steps, time or protocol "
        "errors; what stood then was graded. Unscored runs failed outside the player, or in their grading."
    )
    return grid


def published(report: Report) -> Grid:
    """New cells beside the published ones of the same condition."""
    grid = Grid(["domain", "setting", ">ρ", "model", ">contest", ">oracle", ">gap ratio", ">rank", "source"])
    for r in report.published:
        ratio = None if r["gap_ratio_pct"] is None else r["gap_ratio_pct"] / 100
        grid.rows.append(
            [
                r["domain"],
                SETTING_NAMES.get(r["setting"], r["setting"]),
                f"{r['rho']:g}",
                r["model"],
                number(r["contest"]),
                number(r["oracle"]),
                percent(ratio),
                str(r["rank_contest"]),
                "published" if r["published"] else "this report",
            ]
        )
    grid.notes.append(
        "Comparable only where the same problems were played; the published suites hold 50 contests."
    )
    return grid

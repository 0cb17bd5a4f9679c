"""Figures of a report: what each one says, how it is drawn, and how it is written to a file or into the page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oracle.report import draw
from oracle.report.build import Report
from oracle.report.palette import INK, LINE, MUTED, PAPER, VARIABLES
from oracle.report.tables import UNITS
from r3env.errors import ConfigError

FILE_FORMATS = ("svg", "pdf")
WIDTH = 4.2  # inches; 302 points, so that 9 pt stays readable where a phone shows the figure 340 px wide

STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "r3env",
    "pdf.fonttype": 42,
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.titlesize": 9,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
    "hatch.linewidth": 0.7,
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    Attributes:
        name: file name without suffix; unique in a report.
        topic: section of the page it stands in.
        title: what it shows, and of whom.
        alt: the figure in one sentence, for readers who do not see it.
        height: inches; the width is `WIDTH`.
        paint: draws on matplotlib axes.
    """

    name: str
    topic: str
    title: str
    alt: str
    height: float
    paint: Callable[[Any], None]


def figures(report: Report) -> Iterator[Figure]:
    """Every figure that the report has data for, in page order."""
    yield from _gaps(report)
    for group in report.groups:
        unit, name, slug = UNITS.get(group.setting, "units"), group.name, _slug(group.name)
        rows = len(group.cells)

        def figure(
            topic: str,
            alt: str,
            height: float,
            paint: Callable[[Any], None],
            name: str = name,
            slug: str = slug,
        ) -> Figure:
            return Figure(f"{topic}-{slug}", topic, name, alt, height, paint)

        yield figure(
            "curves", draw.curves_alt(group, unit), 2.9, lambda ax, g=group, u=unit: draw.curves(ax, g, u)
        )
        yield figure(
            "frontier",
            draw.frontier_alt(group, unit),
            2.9,
            lambda ax, g=group, u=unit: draw.frontier(ax, g, report, u),
        )
        if group.decompositions:
            yield figure(
                "decomposition",
                "Gap of each cell split by how its problems were funded; see the table of figures in JSON.",
                1.25 + 0.42 * len(group.decompositions),
                lambda ax, g=group: draw.decomposition(ax, g, report),
            )
        yield figure(
            "accuracy",
            "Share of problems solved, by tier and by position in the contest, one line a cell.",
            2.9,
            lambda ax, g=group: draw.accuracy(ax, g, report),
        )
        yield figure(
            "shares",
            "Share of the used budget by tier and by position, against an equal share for every problem.",
            2.9,
            lambda ax, g=group: draw.shares(ax, g, report),
        )
        yield figure(
            "causes",
            "Causes of oracle-selected problems that the contest missed, one bar a cell.",
            1.75 + 0.42 * rows,
            lambda ax, g=group: draw.causes(ax, g, report),
        )
    if any(q["low"] is not None for q in report.diagnostics["quadrants"]):
        yield Figure(
            "quadrants",
            "quadrants",
            "Coverage and update rate",
            draw.quadrants_alt(report),
            3.6,
            lambda ax: draw.quadrants(ax, report),
        )


def _gaps(report: Report) -> Iterator[Figure]:
    conditions: dict[tuple[str, str], list[int]] = {}
    for row, c in enumerate(report.cells):
        if report.headline(c):
            conditions.setdefault((c.cell.setting, c.cell.domain), []).append(row)
    for (setting, domain), rows in conditions.items():
        title = f"{domain} · {setting.replace('_', '-')}"
        cells = [report.cells[row] for row in rows]
        yield Figure(
            f"gap-{_slug(title)}",
            "gap",
            title,
            draw.gap_alt(cells),
            1.15 + 0.42 * len(cells),
            lambda ax, c=cells: draw.gap(ax, c),
        )


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _render(figure: Figure, file: Any, form: str) -> None:
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Canvas

    with matplotlib.rc_context(STYLE):
        canvas = Canvas(figsize=(WIDTH, figure.height), layout="constrained")
        FigureCanvasAgg(canvas)
        figure.paint(canvas.subplots())
        dateless = {"Date": None} if form == "svg" else {"CreationDate": None}
        canvas.savefig(file, format=form, metadata=dateless)


def write_figures(report: Report, folder: str | Path, form: str = "svg") -> list[Path]:
    """Write every figure into a folder, as SVG or PDF for a paper.

    Raises:
        ConfigError: another format.
    """
    if form not in FILE_FORMATS:
        raise ConfigError(f"figures are written as {' or '.join(FILE_FORMATS)}, got {form!r}")
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    written = []
    for figure in figures(report):
        path = place / f"{figure.name}.{form}"
        with path.open("wb") as file:
            _render(figure, file, form)
        written.append(path)
    return written


def inline_svg(figure: Figure) -> str:
    """The figure as an SVG element for the page: colours are the page's variables, ids its own."""
    buffer = io.StringIO()
    _render(figure, buffer, "svg")
    text = buffer.getvalue()
    text = text[text.index("<svg") :].rstrip()
    text = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"| height="[^"]*pt"', r"\1", text, count=2)
    used = set(re.findall(r'#([\w-]+)[")]', text))
    text = re.sub(r' id="([^"]*)"', lambda m: f' id="{figure.name}-{m[1]}"' if m[1] in used else "", text)
    text = re.sub(r'(href="#|url\(#)([\w-]+)', rf"\1{figure.name}-\2", text)
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, f"var({variable})")
    text = re.sub(r"font-family: [^;\"]*;?", "", text)
    text = re.sub(r"font: ([\d.]+px) [^;\"]*", r"font-size: \1", text)
    text = re.sub(r"\s*\n\s*", "\n", text)
    return text.replace("<svg", '<svg aria-hidden="true" focusable="false"', 1)

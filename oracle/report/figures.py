"""Figures of a report: what each one says, how it is drawn, and how it is written to a file or into the page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from oracle.analysis import CellReport
from oracle.report import bars, curves, profiles, quadrant_map, tables
from oracle.report.build import Group, Report
from oracle.report.palette import INK, LINE, MUTED, PAPER, VARIABLES
from r3env.errors import ConfigError

FILE_FORMATS = ("svg", "pdf")
WIDTH = 4.2  # inches; 302 points, so that 9 pt stays readable where a phone shows the figure 340 px wide

STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "r3env",
    "pdf.fonttype": 42,
    "font.family": "sans-serif",
    "font.size": 9,
    "text.parse_math": False,  # a name with dollar signs is a name
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
    seen: dict[str, int] = {}
    for figure in _figures(report):
        # Names may differ only in characters that a file name leaves out: `a.1` and `a-1`, or other scripts.
        number = seen[figure.name] = seen.get(figure.name, 0) + 1
        yield figure if number == 1 else replace(figure, name=f"{figure.name}--{number}")


def _figures(report: Report) -> Iterator[Figure]:
    yield from _gaps(report)
    for group in report.groups:
        yield from _of_group(group, report)
    if quadrant_map.located(report):
        paint = partial(quadrant_map.quadrants, report=report)
        yield Figure("quadrants", "quadrants", "All policies", quadrant_map.quadrants_alt(report), 3.7, paint)


def _gaps(report: Report) -> Iterator[Figure]:
    conditions: dict[tuple[str, str], list[CellReport]] = {}
    for c in tables.ordered(report.cells):
        if report.headline(c):
            conditions.setdefault((c.cell.setting, c.cell.domain), []).append(c)
    for (setting, domain), cells in conditions.items():
        title = f"{domain} · {tables.SETTING_NAMES.get(setting, setting)}"
        height = 1.15 + 0.42 * len(cells)
        paint = partial(bars.gap, cells=cells)
        yield Figure(f"gap-{_slug(title)}", "gap", title, bars.gap_alt(cells), height, paint)


def _of_group(group: Group, report: Report) -> Iterator[Figure]:
    unit = tables.UNITS.get(group.setting, "units")

    def figure(topic: str, height: float, alt: str, paint: Callable[[Any], None]) -> Figure:
        return Figure(f"{topic}-{_slug(group.name)}", topic, group.name, alt, height, paint)

    def painted(paint: Callable[..., None], **more: Any) -> Callable[[Any], None]:
        return partial(paint, group=group, **more)

    yield figure("curves", 2.9, curves.response_alt(group, unit), painted(curves.response, unit=unit))
    paint = painted(curves.frontier, report=report, unit=unit)
    yield figure("frontier", 2.9, curves.frontier_alt(group, report, unit), paint)
    if group.decompositions:
        height, paint = 1.3 + 0.42 * len(group.decompositions), painted(bars.decomposition, report=report)
        yield figure("decomposition", height, bars.decomposition_alt(group, report), paint)
    for topic, draw, words in (
        ("accuracy", profiles.accuracy, profiles.accuracy_alt),
        ("shares", profiles.shares, profiles.shares_alt),
    ):
        height = 2.9 + 0.15 * max(0, len(group.cells) // 2 - 1)
        yield figure(topic, height, words(group, report), painted(draw, report=report))
    height, paint = 1.5 + 0.42 * len(group.cells), painted(bars.causes, report=report)
    yield figure("causes", height, bars.causes_alt(group, report), paint)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _render(figure: Figure, file: Any, form: str) -> None:
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Canvas

    with matplotlib.rc_context(STYLE):  # type: ignore[arg-type]
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

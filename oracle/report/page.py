"""The page: one self-contained HTML file with tables, inline figures and the trajectory viewer."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from oracle.report import tables
from oracle.report.build import Report
from oracle.report.figures import Figure, figures, inline_svg
from oracle.report.tables import Grid, cell_name, number, percent
from oracle.report.text import script_json, visible
from oracle.report.trajectories import LIMIT, Trajectories, collect
from r3env.episode import Episode

TITLE = "Budget report"

TOPICS: Mapping[str, tuple[str, str, str]] = {
    "gap": (
        "Gap",
        "Contest, equal share, oracle",
        "What the contests solved under their shared budget, what an equal share for every problem would have "
        "paid for, and what the best plan over the policy's own response curves would have solved. The hatched "
        "part is the gap. Floors are policies without curves: what no effort, or none with a plan, scores.",
    ),
    "curves": (
        "Curves",
        "Response curves",
        "Success rate of problems played alone, at each level of the grid, by tier (number of problems in "
        "brackets). Levels are evenly spaced; their cost is written below.",
    ),
    "frontier": (
        "Frontier",
        "Budget frontier",
        "The oracle and the equal share at every shared budget, with the contests where they were run.",
    ),
    "decomposition": (
        "Parts of the gap",
        "Where the gap comes from",
        "Each problem belongs to one class by what it was given against what the oracle would have given it. The "
        "classes add up to the gap; a part left of zero is where contests did better than planned.",
    ),
    "accuracy": (
        "Tier, position",
        "Solved by tier and position",
        "Share of problems solved, by difficulty and by place in the contest.",
    ),
    "shares": (
        "Budget use",
        "Where the budget went",
        "Share of the used budget; the ticks mark what an equal share for every problem would be.",
    ),
    "causes": (
        "Misses",
        "Why selected problems were missed",
        "The oracle selected these problems and the contest did not solve them; each miss has one cause.",
    ),
    "quadrants": (
        "Quadrants",
        "Coverage and update rate",
        "Each policy runs from what is true for certain to what the record does not rule out; where both ends "
        "meet it is settled. Update rates need annotations (r3env annotate): without any they are only bounded "
        "by 0 and 1. Policies of which nothing is known are left out.",
    ),
}
"""Sections of figures: name in the navigation, heading, and what to see."""


def write_html(
    path: str | Path,
    report: Report,
    episodes: Iterable[Episode | Mapping[str, Any]] = (),
    *,
    title: str = TITLE,
    limit: int = LIMIT,
    seed: int = 0,
) -> Path:
    """Write the page.

    Args:
        path: the file; folders are made.
        report: see `oracle.report.build`.
        episodes: a stream with at least the episodes that `oracle.report.choose` names, with their events.
        title: of the page.
        limit: trajectories on the page.
        seed: of their draw.
    """
    place = Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    found = collect(report.records, episodes, limit=limit, seed=seed)
    place.write_text(to_html(report, found, title=title), encoding="utf-8")
    return place


def to_html(report: Report, trajectories: Trajectories | None = None, *, title: str = TITLE) -> str:
    """The page as text; see `write_html`."""
    shown = trajectories or Trajectories()
    script = _asset("report.js").strip()
    parts = list(_sections(report, shown))
    ids = zip(shown.index, shown.bodies, strict=True)
    return Template(_asset("page.html")).substitute(
        title=escape(visible(title)),
        lead=escape(_lead(report)),
        style=_asset("style.css").strip(),
        nav="".join(f'<li><a href="#{name}">{escape(heading)}</a></li>' for name, heading, _ in parts),
        sections="\n".join(html for _, _, html in parts),
        version=escape(_version()),
        index=script_json(shown.index),
        bodies="\n".join(
            f'<script type="application/json" id="t-{row["id"]}">{body}</script>' for row, body in ids
        ),
        script=script,
        script_hash="sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _asset(name: str) -> str:
    return files("oracle.report").joinpath(name).read_text(encoding="utf-8")


def _version() -> str:
    try:
        return version("r3env")
    except PackageNotFoundError:
        return "(not installed)"


def _lead(report: Report) -> str:
    count = len(report.records.episodes)
    if not count:
        return "No finished episode: nothing was played yet, or every run failed outside the player."
    policies = sorted({c.cell.policy for c in report.cells})
    parts = [f"{count:,} finished episodes", f"{len(report.cells)} cells"]
    if report.failed:
        parts.append(f"{report.failed:,} runs without a result")
    if report.labelled:
        parts.append(f"{report.labelled:,} annotations")
    names = ", ".join(map(visible, policies)) if policies else "no contest was played under a budget yet"
    return f"{' · '.join(parts)}. {names}."


def _sections(report: Report, trajectories: Trajectories) -> Iterator[tuple[str, str, str]]:
    """Id, name in the navigation and HTML of every section that has something to say."""
    if report.cells:
        body = f"{_tiles(report)}{_table(tables.headline(report), 'Headline figures')}"
        text = "Problems solved in a contest, mean over contests; the gap is what the oracle adds."
        yield "headline", "Headline", _section("headline", "Headline", text, body)
    panels: dict[str, list[str]] = {}
    for figure in figures(report):
        panels.setdefault(figure.topic, []).append(_panel(figure))
    for topic, (short, heading, text) in TOPICS.items():
        if topic in panels:
            body = f'<div class="panels">{"".join(panels[topic])}</div>'
            yield topic, short, _section(topic, heading, text, body)
    if report.published:
        table = _table(tables.published(report), "Published figures")
        body = f"<details><summary>{len(report.published)} rows</summary>{table}</details>"
        text = "The same setting, pressure and domain, other models."
        yield "published", "Published", _section("published", "Beside the published figures", text, body)
    if report.cells:
        table = _table(tables.denominators(report), "Denominators")
        text = "What stands behind every figure."
        yield "denominators", "Denominators", _section("denominators", "Denominators", text, table)
    if trajectories.index:
        html = Template(_asset("viewer.html")).substitute(sample=escape(_sample(trajectories)))
        yield "trajectories", "Trajectories", html


def _section(name: str, heading: str, text: str, body: str) -> str:
    return (
        f'<section id="{name}" aria-labelledby="h-{name}"><h2 id="h-{name}">{escape(heading)}</h2>'
        f"<p>{escape(text)}</p>{body}</section>"
    )


def _panel(figure: Figure) -> str:
    title, alt = escape(visible(figure.title)), escape(visible(figure.alt))
    return (
        f'<figure role="group" aria-label="{title}"><figcaption><bdi>{title}</bdi></figcaption>'
        f'<div role="img" aria-label="{alt}">{inline_svg(figure)}</div></figure>'
    )


def _tiles(report: Report) -> str:
    """The gap of the first four cells that have one, those without a scheduler before others."""
    known = [c for c in report.cells if c.ratio is not None and report.headline(c)]
    known.sort(key=lambda c: c.cell.scheduler != "reference")
    tiles = (
        f'<div class="tile"><b>{percent(c.ratio)} gap</b>{number(c.contest)} of {number(c.oracle)} problems'
        f"<br><span><bdi>{escape(visible(cell_name(c.cell)))}</bdi></span></div>"
        for c in known[:4]
    )
    return f'<div class="tiles">{"".join(tiles)}</div>' if known else ""


def _table(grid: Grid, name: str) -> str:
    marks = [" class=r" if c.startswith(">") else "" for c in grid.columns]
    marks[0] = " class=name"
    head = "".join(
        f'<th scope="col"{mark}>{escape(c.lstrip(">"))}</th>'
        for c, mark in zip(grid.columns, marks, strict=True)
    )
    rows = "".join(f"<tr>{''.join(map(_td, row, marks))}</tr>" for row in grid.rows)
    notes = "".join(f"<li>{escape(visible(n))}</li>" for n in grid.notes)
    listed = f'<ul class="notes">{notes}</ul>' if notes else ""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(name)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{listed}"
    )


def _td(text: str, mark: str) -> str:
    return f"<td{mark}><bdi>{escape(visible(text))}</bdi></td>"


def _sample(found: Trajectories) -> str:
    count = len(found.index)
    text = f"All {count:,} episodes of contests."
    if count < found.total:
        text = (
            f"A sample: {count:,} of {found.total:,} episodes, drawn evenly from all cells with seed {found.seed} "
            "(r3env report --trajectories N shows more)."
        )
    if found.dropped:
        text += f" {found.dropped:,} drawn episodes were too large for the page."
    return text + " Long texts are cut where marked; the run store holds them whole."

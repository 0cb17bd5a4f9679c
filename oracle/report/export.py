"""The report as Markdown, CSV, Parquet and JSON."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from oracle.report import tables
from oracle.report.build import Report
from oracle.report.tables import Grid
from oracle.tables import OUTCOMES, TIERS
from r3env.errors import ConfigError
from r3env.fingerprint import plain

FORMATS = ("html", "md", "csv", "parquet", "json")
TABLES = ("cells", "episodes", "slots")
"""Tables of CSV and Parquet files: one row a cell, an episode, or a problem in an episode."""


def to_json(report: Report) -> str:
    """All figures; undefined ones are null with their reason beside them."""
    return json.dumps(plain(report.to_dict()), indent=1, ensure_ascii=False, allow_nan=False)


def to_markdown(report: Report, *, title: str) -> str:
    """Headline, published comparison and denominators as Markdown tables."""
    parts = [f"# {_cell(title)}", ""]
    sections = [("Headline", tables.headline(report)), ("Denominators", tables.denominators(report))]
    if report.published:
        sections.insert(1, ("Beside the published figures", tables.published(report)))
    if not report.cells:
        return "\n".join([*parts, "No contest was played under a budget yet.", ""])
    for heading, grid in sections:
        parts += [f"## {heading}", "", *_markdown_table(grid), "", *(f"- {_cell(n)}" for n in grid.notes), ""]
    return "\n".join(parts)


def _markdown_table(grid: Grid) -> list[str]:
    marks = ["---:" if c.startswith(">") else "---" for c in grid.columns]
    rows = [[c.lstrip(">") for c in grid.columns], marks, *grid.rows]
    return ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]


def _cell(text: str) -> str:
    """A text that cannot break a Markdown table or become HTML."""
    flat = " ".join(text.split())
    for plain_mark, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("|", "\\|")):
        flat = flat.replace(plain_mark, safe)
    return flat


def columns_of(report: Report, table: str) -> dict[str, list[Any]]:
    """One table as columns of plain values, None where undefined.

    Raises:
        ConfigError: another table.
    """
    if table == "cells":
        return _cells(report)
    if table == "episodes":
        return _columns(report.records.episodes)
    if table == "slots":
        episodes, slots = report.records.episodes, report.records.slots
        columns = {"fingerprint": episodes.fingerprint[slots.episode].tolist(), **_columns(slots)}
        del columns["episode"]
        columns["tier"] = [None if code < 0 else TIERS[code] for code in slots.tier.tolist()]
        columns["outcome"] = [OUTCOMES[code] for code in slots.outcome.tolist()]
        return columns
    raise ConfigError(f"table must be one of {', '.join(TABLES)}, got {table!r}")


def _columns(table: Any) -> dict[str, list[Any]]:
    out = {}
    for field in fields(table):
        column = getattr(table, field.name)
        values = column.tolist()
        if column.dtype.kind == "f":
            values = [None if np.isnan(v) else v for v in values]
        out[field.name] = values
    return out


def _cells(report: Report) -> dict[str, list[Any]]:
    names = "contests left_out repeats unscored contest contest_scored equal oracle lower upper delta ratio "
    names += "negative oracle_zero curve_unscored method"
    rows = []
    for c in report.cells:
        row = {**c.cell._asdict(), "headline": report.headline(c)}
        row |= {name: getattr(c, name) for name in names.split()}
        for name in ("contest", "ratio"):
            interval = getattr(c, f"{name}_interval")
            row[f"{name}_low"] = None if interval is None else interval.low
            row[f"{name}_high"] = None if interval is None else interval.high
        rows.append(row)
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def to_csv(report: Report, table: str = "cells") -> str:
    """One table as CSV with a heading; undefined values are empty, texts that a spreadsheet would run are quoted."""
    columns = columns_of(report, table)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_inert(v) for v in row] for row in zip(*columns.values(), strict=True))
    return out.getvalue()


def _inert(value: Any) -> Any:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def write_parquet(report: Report, path: str | Path, table: str = "cells") -> None:
    """One table as a Parquet file.

    Raises:
        ConfigError: pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ConfigError(
            "Parquet needs pyarrow: pip install 'r3env[parquet]', or use --format csv"
        ) from error
    parquet.write_table(pyarrow.table(columns_of(report, table)), path)


def write_table(report: Report, path: str | Path, form: str, *, title: str, table: str = "cells") -> Path:
    """Write the report in any format but HTML; folders are made.

    Raises:
        ConfigError: another format or table.
    """
    texts: dict[str, Any] = {
        "md": lambda: to_markdown(report, title=title),
        "csv": lambda: to_csv(report, table),
        "json": lambda: to_json(report) + "\n",
    }
    if form not in (*texts, "parquet"):
        raise ConfigError(f"format must be one of {', '.join(FORMATS[1:])}, got {form!r}")
    place = Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    if form == "parquet":
        write_parquet(report, place, table)
    else:
        place.write_text(texts[form](), encoding="utf-8", errors="replace")  # lone surrogates in a name
    return place

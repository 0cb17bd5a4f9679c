"""The report of a run: records in; one HTML page, Markdown, tables, JSON and figures for a paper out.

`build` computes every figure once; the writers only lay them out. Nothing here opens a store or the network.

    report = build(records, failed)
    write_html("report.html", report, episodes)

Matplotlib and pyarrow are imported when a figure or a Parquet file is written.
"""

from __future__ import annotations

from oracle.report.build import Group, Report, build
from oracle.report.export import FORMATS, TABLES, to_csv, to_json, to_markdown, write_parquet, write_table
from oracle.report.figures import Figure, figures, write_figures
from oracle.report.page import to_html, write_html
from oracle.report.trajectories import LIMIT, Trajectories, choose, collect

__all__ = [
    "FORMATS",
    "LIMIT",
    "TABLES",
    "Figure",
    "Group",
    "Report",
    "Trajectories",
    "build",
    "choose",
    "collect",
    "figures",
    "to_csv",
    "to_html",
    "to_json",
    "to_markdown",
    "write_figures",
    "write_html",
    "write_parquet",
    "write_table",
]

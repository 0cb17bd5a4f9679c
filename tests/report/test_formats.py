"""Markdown, CSV, Parquet, JSON and figure files: readable by others, and safe to open."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET

import pytest

import oracle
from oracle import report as reporting
from oracle.report.figures import figures, inline_svg
from r3env.errors import ConfigError
from tests.report.study import study


@pytest.fixture(scope="module")
def report():
    return reporting.build(oracle.load(study()))


def test_json_is_strict_and_holds_every_cell(report):
    def refuse(name):
        raise AssertionError(f"{name} is not JSON")

    data = json.loads(reporting.to_json(report), parse_constant=refuse)
    assert [c["contest"] for c in data["cells"]] == [c.contest for c in report.cells]
    assert len(data["groups"][0]["frontier"]["budgets"]) == len(report.groups[0].frontier.budgets)


@pytest.mark.parametrize("table", reporting.TABLES)
def test_csv_reads_back(report, table):
    rows = list(csv.DictReader(io.StringIO(reporting.to_csv(report, table))))
    records = report.records
    counts = {"cells": len(report.cells), "episodes": len(records.episodes), "slots": len(records.slots)}
    assert len(rows) == counts[table]
    if table == "cells":
        assert [float(r["contest"]) for r in rows] == [c.contest for c in report.cells]
        assert [r["oracle"] == "" for r in rows] == [c.oracle is None for c in report.cells]
    if table == "slots":
        assert sum(r["outcome"] == "correct" for r in rows) == int(records.slots.correct.sum())


def test_a_spreadsheet_takes_no_text_for_a_formula(report):
    episodes = [e for e in study() if e.spec["policy"]["name"] == "nothing"]
    wild = [
        type(e)({**e.spec, "policy": {"name": "=HYPERLINK(1)"}}, e.status, e.events, e.verdicts, e.budget)
        for e in episodes
    ]
    text = reporting.to_csv(reporting.build(oracle.load(wild)))
    assert "'=HYPERLINK(1)" in text and "\n=HYPERLINK" not in text


@pytest.mark.parametrize("table", reporting.TABLES)
def test_parquet_holds_what_csv_holds(report, table, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = reporting.write_table(report, tmp_path / "deep" / "t.parquet", "parquet", title="t", table=table)
    columns = parquet.read_table(path).to_pydict()
    rows = list(csv.DictReader(io.StringIO(reporting.to_csv(report, table))))
    assert list(columns) == list(rows[0]) and len(next(iter(columns.values()))) == len(rows)


def test_markdown_tables_keep_their_columns_whatever_the_names(report):
    wild = [
        type(e)({**e.spec, "policy": {"name": "a|b <i>\nc"}}, e.status, e.events, e.verdicts, e.budget)
        for e in study()
        if e.spec["policy"]["name"] == "nothing"
    ]
    text = reporting.to_markdown(reporting.build(oracle.load(wild)), title="# x <b>")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert "<i>" not in text and "<b>" not in text and any("a\\|b &lt;i&gt; c" in line for line in lines)
    widths = {line.replace("\\|", "").count("|") for line in lines[:4]}
    assert len(widths) == 1


def test_unknown_formats_and_tables_are_named(report, tmp_path):
    with pytest.raises(ConfigError, match="md, csv, parquet, json"):
        reporting.write_table(report, tmp_path / "x", "docx", title="t")
    with pytest.raises(ConfigError, match="cells, episodes, slots"):
        reporting.to_csv(report, "events")
    with pytest.raises(ConfigError, match="svg or pdf"):
        reporting.write_figures(report, tmp_path, "png")


def test_figures_are_files_of_their_own(report, tmp_path):
    paths = reporting.write_figures(report, tmp_path / "figures", "svg")
    topics = {p.name.split("-")[0] for p in paths}
    assert topics >= {"gap", "curves", "frontier", "decomposition", "accuracy", "shares", "causes"}
    texts = [p.read_text(encoding="utf-8") for p in paths]
    assert all(ET.fromstring(t).tag.endswith("svg") for t in texts)
    again = reporting.write_figures(report, tmp_path / "again", "svg")
    assert [p.read_text(encoding="utf-8") for p in again] == texts


def test_pdf_figures(report, tmp_path):
    report = reporting.Report(report.records, report.cells, [], report.diagnostics)
    for path in reporting.write_figures(report, tmp_path, "pdf"):
        assert path.read_bytes().startswith(b"%PDF")


def test_inline_figures_share_no_id_and_bring_no_style_or_address(report):
    seen: set[str] = set()
    for figure in figures(report):
        text = inline_svg(figure)
        root = ET.fromstring(text)
        ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
        assert len(ids) == len(set(ids)) and not seen & set(ids)
        seen |= set(ids)
        links = [v for e in root.iter() for k, v in e.attrib.items() if k.endswith("href")]
        assert all(link[:1] == "#" and link[1:] in ids for link in links)
        assert "<style" not in text and "font-family" not in text and figure.alt.endswith(".")


def test_policies_whose_names_differ_in_signs_only_keep_figures_of_their_own(tmp_path):
    def named(name):
        for e in study():
            if e.spec["policy"]["name"] != "nothing":
                yield type(e)({**e.spec, "policy": {"name": name}}, e.status, e.events, e.verdicts, e.budget)

    found = reporting.build(oracle.load([*named("model.1"), *named("model-1")]))
    paths = reporting.write_figures(found, tmp_path, "svg")
    assert len(set(paths)) == len(paths)
    assert {p.name for p in tmp_path.iterdir()} == {p.name for p in paths}


@pytest.mark.parametrize("form", ["md", "csv", "json"])
def test_a_lone_surrogate_in_a_name_stops_no_file(form, tmp_path):
    odd = [
        type(e)({**e.spec, "policy": {"name": "m\udcff"}}, e.status, e.events, e.verdicts, e.budget)
        for e in study()
        if e.spec["policy"]["name"] == "nothing"
    ]
    found = reporting.build(oracle.load(odd))
    path = reporting.write_table(found, tmp_path / f"x.{form}", form, title="t")
    assert "m?" in path.read_text(encoding="utf-8")

"""The page as a file, and the command that makes it: complete, safe, and clear about what is not there."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import re
import sqlite3
from html.parser import HTMLParser

import pytest

import oracle
from oracle import report as reporting
from r3env.cli import main
from r3env.cli.report import report as report_command
from r3env.errors import ConfigError
from r3env.store import RunStore
from tests.report.study import contest_names, episode, event, spec, study


def page_of(episodes, *, figures=True, **options) -> str:
    episodes = list(episodes)
    records = oracle.load(episodes)
    report = reporting.build(records)
    shown = report if figures else dataclasses.replace(report, groups=[])
    return reporting.to_html(shown, reporting.collect(records, episodes, **options))


class Elements(HTMLParser):
    """Start tags with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def page():
    return page_of(study())


def test_the_page_loads_nothing(page):
    for tag, attributes in Elements(page).found:
        for name in ("src", "href", "xlink:href", "action", "data", "poster"):
            value = attributes.get(name)
            assert value is None or value.startswith("#"), (tag, name, value)
    assert "@import" not in page and "url(http" not in page


def test_ids_are_unique_and_links_lead_somewhere(page):
    found = Elements(page).found
    ids = [a["id"] for _, a in found if "id" in a]
    assert len(ids) == len(set(ids))
    assert all(a["href"][1:] in ids for tag, a in found if tag == "a" and a.get("href"))


def test_only_the_page_s_own_script_may_run(page):
    policy = re.search(r"Content-Security-Policy\" content=\"([^\"]+)", page)[1]
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy and "default-src 'none'" in policy


def test_the_same_study_gives_the_same_page(page):
    assert page == page_of(study())


def test_every_section_is_there(page):
    wanted = "headline gap curves frontier decomposition accuracy shares causes quadrants denominators trajectories"
    assert all(f'<section id="{name}"' in page for name in wanted.split())


def test_a_sample_says_that_it_is_one():
    text = page_of(study(), figures=False, limit=4, seed=9)
    assert "A sample: 4 of 30 episodes" in text and "seed 9" in text
    assert len(re.findall(r'<script type="application/json" id="t-', text)) == 4


def test_episodes_that_do_not_fit_are_counted():
    text = page_of(study(), figures=False, page_bytes=3000)
    assert "drawn episodes were too large for the page" in text and len(text) < 600_000


def test_a_huge_output_is_cut_and_the_cut_is_marked():
    name, problems = next(iter(contest_names(1).items()))
    huge = episode(spec(name, problems, budget=2), "+.....", [event(0, "cat big", "x" * 5_000_000)])
    text = page_of([huge])
    assert len(text) < 500_000 and "4,996,000 characters left out of this page" in text


def test_names_are_escaped_everywhere():
    bad = "</title><script>alert(1)</script><img src=x onerror=alert(2)>\u202e$\\frac$ --> x"
    problems = next(iter(contest_names(1).values()))
    own = episode(spec(bad, problems, budget=2, policy={"name": bad}), "+-....", [event(0, bad, bad)])
    records = oracle.load([own])
    text = reporting.to_html(reporting.build(records), reporting.collect(records, [own]), title=bad)
    assert "<script>alert" not in text and "<img" not in text and "\u202e" not in text
    assert "⟨U+202E⟩" in text


# -- the command ------------------------------------------------------------------------------------------


def test_the_command_writes_page_and_figures(study_store, tmp_path, capsys):
    out = tmp_path / "made" / "report.html"
    main(
        [
            "report",
            str(study_store),
            "--out",
            str(out),
            "--figures",
            str(tmp_path / "f"),
            "--title",
            "Mine & yours",
        ]
    )
    text = out.read_text(encoding="utf-8")
    assert "<title>Mine &amp; yours</title>" in text and "All 30 episodes" in text
    assert len(list((tmp_path / "f").glob("*.svg"))) == 8
    assert "6 cells" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["md", "csv", "parquet", "json"])
def test_the_command_writes_the_other_formats(study_store, tmp_path, form):
    if form == "parquet":
        pytest.importorskip("pyarrow")
    out = tmp_path / f"r.{form}"
    main(["report", str(study_store), "--out", str(out), "--format", form])
    assert out.stat().st_size > 500


def test_reading_does_not_change_the_store(study_store, tmp_path):
    before = study_store.read_bytes()
    main(["report", str(study_store), "--out", str(tmp_path / "r.html")])
    assert study_store.read_bytes() == before


def test_an_empty_store_gives_a_page_that_says_so(tmp_path, capsys):
    RunStore(tmp_path / "empty.sqlite").close()
    for form in ("html", "md", "csv", "json"):
        main(
            ["report", str(tmp_path / "empty.sqlite"), "--out", str(tmp_path / f"r.{form}"), "--format", form]
        )
    assert "No finished episode" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "No contest was played" in (tmp_path / "r.md").read_text(encoding="utf-8")
    assert "no finished episode yet" in capsys.readouterr().err


def failing(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    return stopped.value.code


def test_a_store_of_a_newer_schema_is_named_and_left_alone(own_store, tmp_path, capsys):
    connection = sqlite3.connect(own_store)
    connection.execute("PRAGMA user_version=99")
    connection.commit()
    connection.close()
    before = own_store.read_bytes()
    assert failing("report", str(own_store), "--out", str(tmp_path / "r.html")) == 2
    assert "schema 99" in capsys.readouterr().err
    assert own_store.read_bytes() == before and not (tmp_path / "r.html").exists()


def test_bad_targets_are_one_clear_line(study_store, tmp_path, capsys):
    assert failing("report", str(tmp_path / "none.sqlite"), "--out", str(tmp_path / "r")) == 2
    assert "no run store at" in capsys.readouterr().err
    assert failing("report", str(study_store), "--out", str(tmp_path)) == 2
    assert "is a folder" in capsys.readouterr().err


def test_the_same_store_twice_is_refused(study_store, tmp_path, capsys):
    assert failing("report", str(study_store), str(study_store), "--out", str(tmp_path / "r.html")) == 2
    assert "comes twice" in capsys.readouterr().err


def test_curves_without_their_events_give_the_same_figures(study_store):
    from r3env.cli.report import report_of

    with RunStore(study_store, create=False) as store:
        quick = report_of([store]).to_dict()
        whole = reporting.build(oracle.load(store.records())).to_dict()
    assert quick == whole


def test_collect_takes_dicts_as_stores_give_them(study_store):
    with RunStore(study_store, create=False) as store:
        records = oracle.load(store.records())
        found = reporting.collect(records, store.records(), limit=3)
    assert len(found.index) == 3 and all(isinstance(b, str) for b in found.bodies)


def test_a_report_never_overwrites_a_store(own_store, tmp_path):
    before = own_store.read_bytes()
    other = tmp_path / "other.sqlite"
    other.write_bytes(before)
    for target in (own_store, other):
        for form in ("html", "csv"):
            arguments = ["--out", str(target), "--format", form]
            with pytest.raises(ConfigError, match="must not be a run store"):
                report_command.main([str(own_store), *arguments], standalone_mode=False)
    assert own_store.read_bytes() == before and other.read_bytes() == before


def test_a_place_that_cannot_be_written_is_one_line(own_store, tmp_path):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    arguments = [str(own_store), "--format", "md", "--out", str(tmp_path / "file" / "report.md")]
    with pytest.raises(ConfigError, match="cannot write"):
        report_command.main(arguments, standalone_mode=False)

"""``r3env report``: stores in, one page (or tables, or figures for a paper) out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click

import oracle
from oracle import report as reporting
from oracle.report.figures import FILE_FORMATS
from oracle.report.page import TITLE
from r3env.errors import ConfigError
from r3env.labels import Label, newest
from r3env.store import RunStore


def report_of(
    stores: Sequence[RunStore], options: oracle.Options | None = None, *, count_unresolved: bool = False
) -> reporting.Report:
    """Load stores and compute their report."""
    done = oracle.load(record for store in stores for record in _records(store))
    failed = oracle.load(episode for store in stores for episode in store.unresolved())
    labels = newest(Label.from_dict(data) for store in stores for data in store.labels())
    return reporting.build(done, failed, options=options, labels=labels, count_unresolved=count_unresolved)


def _records(store: RunStore) -> Iterator[dict[str, Any]]:
    """All finished episodes; curve and calibration runs, the bulk of a store, come without their events."""
    purposes = {"contest", "target"}
    for purpose in sorted(purposes):
        yield from store.records(purpose=purpose)
    yield from (r for r in store.records(events=False) if r["spec"].get("purpose") not in purposes)


def write_page(
    path: str | Path,
    store_paths: Sequence[str | Path],
    *,
    title: str = TITLE,
    trajectories: int = reporting.LIMIT,
    seed: int = 0,
) -> reporting.Report:
    """Make the HTML report of some stores; returns the figures in it."""
    with ExitStack() as stack:
        stores = [stack.enter_context(RunStore(p, create=False)) for p in store_paths]
        report = report_of(stores)
        _page(path, report, stores, title, trajectories, seed)
    return report


def _page(
    path: str | Path,
    report: reporting.Report,
    stores: Sequence[RunStore],
    title: str,
    trajectories: int,
    seed: int,
) -> None:
    names = reporting.choose(report.records, trajectories, seed=seed)
    episodes = (e for n in names for s in stores for e in s.records(fingerprint=n))
    reporting.write_html(path, report, episodes, title=title, limit=trajectories, seed=seed)


def _is_database(path: Path) -> bool:
    """Whether an SQLite file stands there: a run is never overwritten by its report."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


@contextmanager
def _written(what: str) -> Iterator[None]:
    """Errors of the file system as one line."""
    try:
        yield
    except OSError as error:
        raise ConfigError(f"cannot write {what}: {error}") from error


@click.command()
@click.argument("store_paths", metavar="STORE...", nargs=-1, required=True, type=click.Path())
@click.option("--out", type=click.Path(), default=None, help="File to write; default: report.<format>.")
@click.option("--format", "form", type=click.Choice(reporting.FORMATS), default="html", show_default=True)
@click.option(
    "--table",
    type=click.Choice(reporting.TABLES),
    default="cells",
    show_default=True,
    help="What CSV and Parquet hold.",
)
@click.option("--figures", type=click.Path(), default=None, help="Folder for the figures as single files.")
@click.option("--figure-format", type=click.Choice(FILE_FORMATS), default="svg", show_default=True)
@click.option("--title", default=TITLE, show_default=True)
@click.option(
    "--trajectories", default=reporting.LIMIT, show_default=True, type=click.IntRange(0),
    help="Episodes to read on the page; more are drawn by seed.",
)  # fmt: skip
@click.option("--count-unresolved", is_flag=True, help="Count runs without a verdict as 0 in the headline.")
@click.option("--method", default="plugin", show_default=True, help="Estimator of the oracle.")
@click.option(
    "--seed",
    default=0,
    show_default=True,
    type=click.IntRange(0),
    help="Seed of the resampling and of the draw.",
)
def report(
    store_paths: Sequence[str],
    out: str | None,
    form: str,
    table: str,
    figures: str | None,
    figure_format: str,
    title: str,
    trajectories: int,
    count_unresolved: bool,
    method: str,
    seed: int,
) -> None:
    """One page that opens offline: figures, tables and trajectories of some stores."""
    path = Path(out or f"report.{form}")
    if path.is_dir():
        raise ConfigError(f"--out must be a file, {path} is a folder: for instance {path / f'report.{form}'}")
    if _is_database(path):
        raise ConfigError(f"--out must not be a run store, {path} is one: for instance report.{form}")
    options = oracle.Options(method=method, seed=seed)
    with ExitStack() as stack:
        stores = [stack.enter_context(RunStore(p, create=False)) for p in store_paths]
        found = report_of(stores, options, count_unresolved=count_unresolved)
        with _written(str(path)):
            if form == "html":
                _page(path, found, stores, title, trajectories, seed)
            else:
                reporting.write_table(found, path, form, title=title, table=table)
    click.echo(f"{path}  {path.stat().st_size:,} bytes, {len(found.cells)} cells")
    if figures is not None:
        with _written(figures):
            written = reporting.write_figures(found, figures, figure_format)
        click.echo(f"{figures}  {len(written)} figures as {figure_format.upper()}")
    if not len(found.records.episodes):
        click.echo("the store holds no finished episode yet: the report says so", err=True)

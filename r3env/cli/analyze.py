"""``r3env analyze``: contest, equal share, oracle and gap of every cell in one or more stores."""

from __future__ import annotations

from collections.abc import Sequence

import click

import oracle
from oracle import published
from oracle.report.tables import DASH, SETTING_NAMES, number, percent
from r3env.cli.common import Table, as_json
from r3env.cli.figures import cells_table
from r3env.store import RunStore


def load_stores(paths: Sequence[str]) -> tuple[oracle.Records, oracle.Records]:
    """Records of the finished episodes of some stores, and of those that never succeeded."""
    stores = [RunStore(path, create=False) for path in paths]
    try:
        done = oracle.load(r for store in stores for r in store.records(events=False))
        failed = oracle.load(e for store in stores for e in store.unresolved())
    finally:
        for store in stores:
            store.close()
    return done, failed


@click.command()
@click.argument("stores", nargs=-1, required=True, type=click.Path())
@click.option(
    "--method", default="plugin", show_default=True, help="Oracle: plugin, cross-fitted, isotonic, best."
)
@click.option("--reading", default="paper", show_default=True, help="Equal-share replay: paper or release.")
@click.option("--level-zero", default="auto", show_default=True, help="auto (as run) or synthetic (value 0).")
@click.option("--count-unresolved", is_flag=True, help="Count runs without a verdict as 0 in the headline.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Seed of the resampling.")
@click.option("--compare", type=click.Choice(["published"]), help="Set the cells beside the published ones.")
@as_json
def analyze(
    stores: Sequence[str],
    method: str,
    reading: str,
    level_zero: str,
    count_unresolved: bool,
    seed: int,
    compare: str | None,
    as_json: bool,
) -> None:
    """Contest, equal share, oracle and gap of every cell."""
    options = oracle.Options(method=method, reading=reading, level_zero=level_zero, seed=seed)  # type: ignore[arg-type]
    done, failed = load_stores(stores)
    cells = oracle.analyze(done, failed, options)
    if compare is None:
        cells_table(cells, count_unresolved).show(as_json)
    else:
        shown = [c for c in cells if c.complete or count_unresolved]
        table = published_table(shown)
        if len(shown) < len(cells):
            table.notes.append(
                f"{len(cells) - len(shown)} cells have runs without a verdict and are not shown: run again to "
                "resolve them, or use --count-unresolved"
            )
        table.show(as_json)


def published_table(cells: Sequence[oracle.CellReport]) -> Table:
    """Unguarded cells beside the published cells of the same setting, pressure and domain."""
    own = [
        {
            "model": c.cell.policy,
            "setting": c.cell.setting,
            "domain": c.cell.domain,
            "rho": c.cell.rho,
            "contest": c.contest,
            "oracle": c.oracle,
        }
        for c in cells
        if c.oracle is not None and c.cell.rho is not None and c.cell.scheduler == "reference"
    ]
    rows = published.compare(own)
    columns = ("domain", "setting", ">ρ", "model", "", ">contest", ">oracle", ">gap ratio", ">by gap")
    table = Table(columns, data=rows)
    for row in rows:
        ratio, rank = row["gap_ratio_pct"], row["rank_gap"]
        table.rows.append(
            [
                row["domain"],
                SETTING_NAMES.get(row["setting"], row["setting"]),
                f"{row['rho']:g}",
                row["model"],
                "" if row["published"] else "← this run",
                number(row["contest"]),
                number(row["oracle"]),
                percent(None if ratio is None else ratio / 100),
                DASH if rank is None else str(rank),
            ]
        )
    table.notes.append(
        "published: R3-Bench, arXiv 2608.16033; on the whole suites, other contests do not compare"
    )
    return table

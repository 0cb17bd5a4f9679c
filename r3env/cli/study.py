"""``r3env study schedulers``, ``diff`` and ``power``: paired comparisons, and planning from a pilot."""

from __future__ import annotations

from collections.abc import Sequence

import click

import oracle
from oracle import comparison, planning
from oracle.report.tables import DASH, cell_name, number, percent, span
from r3env.cli.analyze import load_stores
from r3env.cli.common import ListCommand, Table, as_json
from r3env.cli.play_runs import campaign_options, finish, play
from r3env.cli.workspace import Workspace
from r3env.errors import ConfigError

STACKS = ("reference", "coverage", "coverage+verification")


@click.group()
def study() -> None:
    """Studies that play what is missing, and print their table."""


@study.command(cls=ListCommand)
@campaign_options
@click.option("--rho", "pressures", multiple=True, type=float, default=(0.2,), show_default=True)
@click.option("--repeats", default=5, show_default=True, type=click.IntRange(1))
@click.option("--scheduler", "schedulers", multiple=True, default=STACKS, show_default=True)
def schedulers(
    workspace: Workspace,
    pressures: Sequence[float],
    repeats: int,
    schedulers: Sequence[str],
    jobs: int,
    retries: int,
    as_json: bool,
) -> None:
    """Reference, coverage and coverage+verification beside the oracle (paper, scheduler study).

    Calibration, response curves and contests are played as far as the store does not hold them.
    """
    if workspace.setting != "agentic":
        raise ConfigError("schedulers guard actions: they need --setting agentic")
    workspace.remember()
    field = workspace.field()
    summary, _ = play(workspace, field.calibration(), jobs, retries, as_json)
    found = workspace.calibration()
    costs = [float(c) for c in found.level_costs()]
    if not summary.interrupted:
        plans = field.curves(costs, repeats, levels=range(len(costs)))
        summary, _ = play(workspace, plans, jobs, retries, as_json)
    if not summary.interrupted:
        budgets: dict[float | None, float] = {rho: float(found.budget(rho)) for rho in pressures}
        plans = field.contest_runs(budgets, repeats, schedulers)
        summary, _ = play(workspace, plans, jobs, retries, as_json)
    done, failed = load_stores([str(workspace.store.path)])
    own = done.select(policy=workspace.player, setting=workspace.setting, domain=workspace.domain)
    finish(comparison_table(comparison.scheduler_study(own, failed), "− reference"), summary, as_json)


@click.command()
@click.argument("store1", type=click.Path())
@click.argument("store2", type=click.Path())
@as_json
def diff(store1: str, store2: str, as_json: bool) -> None:
    """STORE2 minus STORE1, cell by cell, on the contests that both have."""
    (first, failed1), (second, failed2) = load_stores([store1]), load_stores([store2])
    rows = comparison.difference(first, second, failed=(failed1, failed2), names=(store1, store2))
    comparison_table(rows, f"− {store1}").show(as_json)


def comparison_table(rows: list[comparison.Comparison], heading: str) -> Table:
    """Figures with paired differences, their intervals and corrected p-values."""
    columns = ("cell", ">budget", ">contest", ">oracle", ">gap ratio")
    table = Table((*columns, f">{heading}", "95 %", ">p", ">p (Holm)"), data=[r.to_dict() for r in rows])
    for row in rows:
        c, paired = row.report, row.paired
        interval = "" if paired is None else span(paired.interval.low, paired.interval.high)
        delta = None if paired is None else paired.difference
        table.rows.append(
            [
                cell_name(c.cell),
                DASH if c.cell.budget is None else f"{c.budget:g}",
                number(c.contest),
                number(c.oracle),
                percent(c.ratio),
                "" if delta is None else f"{delta:+.2f}",
                interval,
                "" if paired is None else number(paired.p_value, 3),
                "" if row.adjusted is None else number(row.adjusted, 3),
            ]
        )
        if row.only_here or row.only_base:
            table.notes.append(
                f"{c.cell.scheduler}: {len(row.only_here)} contests only here, {len(row.only_base)} only in the base"
            )
        if c.unscored or row.base_unscored:
            table.notes.append(
                f"{cell_name(c.cell)}: runs without a verdict count as 0, {c.unscored} here and "
                f"{row.base_unscored} in the base; run again to resolve them"
            )
        if c.coverage_impossible:
            table.notes.append(f"{c.cell.scheduler}: budget {c.budget:g} is below the number of problems")
    return table


@click.command()
@click.argument("store", type=click.Path())
@click.option(
    "--delta", type=float, default=0.1, show_default=True, help="Difference to see, a GapRatio share."
)
@click.option("--power", "wanted", type=float, default=0.8, show_default=True)
@click.option("--width", type=float, default=None, help="Plan for an interval of ± this instead.")
@as_json
def power(store: str, delta: float, wanted: float, width: float | None, as_json: bool) -> None:
    """Contests and repeats needed to see a gap difference, planned from the runs in STORE as a pilot."""
    done, failed = load_stores([store])
    table = Table(("cell", ">repeats", ">contests", ">episodes", ">power", ">± interval"), data={"cells": []})
    for report in oracle.analyze(done, failed):
        if report.oracle is None or not report.oracle or report.repeats < 2 or report.contests < 2:
            continue
        if report.left_out or not report.complete:
            table.notes.append(
                f"{cell_name(report.cell)} is no pilot: {report.left_out} contests without complete curves, "
                f"{report.unscored} runs without a verdict"
            )
            continue
        _plan(table, done, report, delta, wanted, width)
    if not table.rows:
        raise ConfigError(
            "; ".join(
                [
                    f"{store} is no pilot: it needs a cell with complete response curves, at least 2 contests and "
                    "2 repeats, every run judged",
                    *table.notes,
                ]
            )
        )
    table.notes.append(
        "for two sides on the same contests, their runs independent and as variable as the pilot's"
    )
    table.show(as_json)


def _plan(
    table: Table,
    done: oracle.Records,
    report: oracle.CellReport,
    delta: float,
    wanted: float,
    width: float | None,
) -> None:
    scores = comparison.pilot(done, report.cell)
    values = comparison.oracle_values(done, report.cell)
    parts = planning.variance_components(planning.gap_influence(scores, values))
    if width is None:
        # The difference of two independent sides has twice the within-contest variance; contests are shared.
        paired = planning.Components(0.0, 2 * parts.within, parts.contests, parts.repeats)
        designs = planning.plan_power(paired, delta, power=wanted)
    else:
        designs = planning.plan_width(parts, width)
    name = cell_name(report.cell)
    table.data["cells"].append({"cell": report.cell._asdict(), "designs": [_design(d) for d in designs]})
    for i, d in enumerate(designs):
        shown = DASH if d.power is None else number(d.power)
        row = (name if i == 0 else "", str(d.repeats), str(d.contests), str(d.episodes), shown)
        table.rows.append((*row, number(d.half_width, 3)))


def _design(design: planning.Design) -> dict[str, float | None]:
    return {
        "contests": design.contests,
        "repeats": design.repeats,
        "episodes": design.episodes,
        "power": design.power,
        "half_width": design.half_width,
    }

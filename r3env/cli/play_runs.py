"""``r3env calibrate``, ``curves`` and ``run``: plan episodes, play what is not done, say what it came to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

import click
import numpy as np

import oracle
from oracle.diagnostics import select_suites
from r3env.campaign import Planned, Summary, run_campaign
from r3env.cli.common import ListCommand, Table, as_json, parse_options, progress_bar
from r3env.cli.workspace import UNIT_OF, Workspace, check_environment, named_contests, named_setting
from r3env.errors import ConfigError
from r3env.plans import policy_factory
from r3env.store import RunStore

FLOORS = ("nothing", "random")


def campaign_options(command: Callable[..., None]) -> Callable[..., None]:
    """Options that every playing command has; hands the command an opened `Workspace`."""

    @click.option(
        "--store", "store_path", required=True, type=click.Path(), help="Run store (one SQLite file)."
    )
    @click.option(
        "--suite", default="ar", show_default=True, help="Suite, range or id: ar, ar/001-010, mine.jsonl."
    )
    @click.option("--setting", default="tool-free", show_default=True, help="tool-free or agentic.")
    @click.option(
        "--policy", default="", help="Who plays; default: the policy the store was calibrated with."
    )
    @click.option(
        "--option", "policy_options", multiple=True, metavar="KEY=VALUE", help="Option of the policy."
    )
    @click.option("--env", "env_pairs", multiple=True, metavar="KEY=VALUE", help="Option of the environment.")
    @click.option("--sandbox", default="auto", show_default=True, help="Sandbox of the agentic setting.")
    @click.option(
        "--jobs", default=1, show_default=True, type=click.IntRange(1), help="Episodes at one time."
    )
    @click.option(
        "--retries", default=1, show_default=True, type=click.IntRange(0), help="Of failed episodes."
    )
    @click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Seed of the run.")
    @as_json
    @wraps(command)
    def wrapped(
        store_path: str,
        suite: str,
        setting: str,
        policy: str,
        policy_options: Sequence[str],
        env_pairs: Sequence[str],
        sandbox: str,
        seed: int,
        **more: Any,
    ) -> None:
        # Everything that can be wrong is looked at before a store is made or opened for writing.
        name, found = named_setting(setting), named_contests(suite)
        options, env_options = parse_options(policy_options), parse_options(env_pairs)
        check_environment(name, found[0], env_options, sandbox)
        if policy:
            policy_factory(policy, options)()
        with RunStore(store_path) as store:
            workspace = Workspace(
                store,
                name,
                found,
                policy=policy,
                options=options,
                env_options=env_options,
                runtime={"sandbox": sandbox} if name == "agentic" else {},
                seed=seed,
            )
            command(workspace=workspace, **more)

    return wrapped


def play(
    workspace: Workspace, plans: Iterable[Planned], jobs: int, retries: int, quiet: bool
) -> tuple[Summary, list[str]]:
    """Run a campaign with a progress bar; returns its summary and the lines to print below a table."""
    with progress_bar(quiet) as update:
        summary = run_campaign(workspace.store, plans, jobs=jobs, retries=retries, progress=update)
    notes = [f"{summary.played} episodes played, {summary.skipped} were done before"]
    if summary.estimated:
        notes.append(f"{summary.estimated} episodes have estimated token counts (the provider gave none)")
    if summary.infrastructure:
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(summary.kinds.items()))
        notes.append(
            f"{summary.infrastructure} episodes failed outside the player (all tries: {kinds}): run this again"
        )
    if summary.policy_errors:
        notes.append(
            f"{summary.policy_errors} episodes ended by an error of the policy; what stood was graded"
        )
    notes += [f"  {kind}: {' '.join(error.split())[:300]}" for kind, error in sorted(summary.errors.items())]
    if summary.interrupted:
        notes.append(f"interrupted: {summary.cancelled} running episodes cancelled; the same command resumes")
    return summary, notes


def finish(table: Table, summary: Summary, json_wanted: bool) -> None:
    """Print, and exit with 130 after an interrupt, 1 while episodes are unresolved."""
    table.show(json_wanted)
    if summary.interrupted:
        sys.exit(130)
    if summary.infrastructure:
        sys.exit(1)


@click.command(cls=ListCommand)
@campaign_options
@click.option("--repeats", default=1, show_default=True, type=click.IntRange(1))
def calibrate(workspace: Workspace, repeats: int, jobs: int, retries: int, as_json: bool) -> None:
    """Play every contest unbudgeted: the mean use R∞, and the budgets that follow from it."""
    workspace.remember()
    summary, notes = play(workspace, workspace.field().calibration(repeats), jobs, retries, as_json)
    table = Table((">unbudgeted use", ">completed", ">left out", ">ρ 0.2", ">ρ 0.8"), notes=notes)
    if summary.left < summary.planned:
        found = workspace.calibration()
        budgets = {rho: found.budget(rho) for rho in (0.2, 0.8)}
        use = f"{found.mean_use:.1f} {UNIT_OF[workspace.setting]}"
        row = (use, str(found.completed), str(found.excluded), *(str(b) for b in budgets.values()))
        table.rows.append(row)
        table.data = {
            "mean_use": found.mean_use,
            "completed": found.completed,
            "excluded": found.excluded,
            "budgets": budgets,
            "campaign": summary.to_dict(),
        }
    finish(table, summary, as_json)


@click.command(cls=ListCommand)
@campaign_options
@click.option("--repeats", default=5, show_default=True, type=click.IntRange(1))
@click.option(
    "--levels", multiple=True, type=float, default=oracle.GRID, show_default=True, help="Shares of R∞."
)
@click.option("--level-zero/--no-level-zero", default=None, help="Run level 0 too (agentic default).")
def curves(
    workspace: Workspace,
    repeats: int,
    levels: Sequence[float],
    level_zero: bool | None,
    jobs: int,
    retries: int,
    as_json: bool,
) -> None:
    """Play every problem alone at every level of the grid: the response curves."""
    costs = [float(c) for c in workspace.calibration().level_costs(levels)]
    run_zero = workspace.setting == "agentic" if level_zero is None else level_zero
    first = 0 if run_zero else 1
    indices = list(range(first, len(costs)))
    plans = workspace.field().curves(costs[first:], repeats, levels=indices)
    summary, notes = play(workspace, plans, jobs, retries, as_json)
    table = Table((">level", f">cost in {UNIT_OF[workspace.setting]}"), notes=notes)
    shares = [0.0, *levels]
    table.rows = [(f"{shares[i]:g}", f"{costs[i]:g}") for i in indices]
    table.data = {"costs": costs, "levels": shares, "campaign": summary.to_dict()}
    finish(table, summary, as_json)


@click.command(cls=ListCommand)
@campaign_options
@click.option("--rho", "pressures", multiple=True, type=float, default=(0.2, 0.8), show_default=True)
@click.option("--budget", type=float, default=None, help="A budget instead of pressures.")
@click.option("--repeats", default=5, show_default=True, type=click.IntRange(1))
@click.option("--scheduler", "schedulers", multiple=True, default=("reference",), show_default=True)
@click.option(
    "--floors/--no-floors", default=True, show_default=True, help="Play `nothing` and `random` too."
)
def run(
    workspace: Workspace,
    pressures: Sequence[float],
    budget: float | None,
    repeats: int,
    schedulers: Sequence[str],
    floors: bool,
    jobs: int,
    retries: int,
    as_json: bool,
) -> None:
    """Play the contests under their shared budgets."""
    if workspace.setting == "tool_free" and any(s != "reference" for s in schedulers):
        raise ConfigError("schedulers guard actions: they need --setting agentic")
    budgets: dict[float | None, float] = {None: budget} if budget is not None else {}
    if budget is None:
        found = workspace.calibration()
        budgets = {rho: float(found.budget(rho)) for rho in pressures}
    plans = list(workspace.field().contest_runs(budgets, repeats, schedulers))
    for name in FLOORS if floors else ():
        plans += workspace.field(name).contest_runs(budgets, repeats)
    summary, notes = play(workspace, plans, jobs, retries, as_json)
    table = Table((">ρ", f">budget in {UNIT_OF[workspace.setting]}"), notes=notes)
    size = len(workspace.contests[0])
    for rho, value in budgets.items():
        table.rows.append(("" if rho is None else f"{rho:g}", f"{value:g}"))
        if value < size and any("coverage" in s for s in schedulers):
            notes.append(f"budget {value:g} is below the {size} problems: coverage can never be complete")
    table.data = {"budgets": [[rho, b] for rho, b in budgets.items()], "campaign": summary.to_dict()}
    finish(table, summary, as_json)


@click.command(cls=ListCommand)
@campaign_options
@click.option("--strata", default=10, show_default=True, type=click.IntRange(1), help="Suites picked.")
def stress(workspace: Workspace, strata: int, jobs: int, retries: int, as_json: bool) -> None:
    """Target-in-suite stress: all problems shown, one counts; every position once, at the largest level.

    Picks one contest from each of STRATA strata by total statement length (paper, stress test). The matched
    controls are the single-problem runs of `r3env curves`.
    """
    costs = workspace.calibration().level_costs()
    by_id = {c.id: c for c in workspace.contests}
    lengths = {c.id: float(sum(len(p.statement) for p in c)) for c in workspace.contests}
    picked = select_suites(lengths, strata=strata, rng=np.random.default_rng(workspace.seed))
    field = replace(workspace.field(), contests=[by_id[name] for name in picked])
    summary, notes = play(workspace, field.targets(float(costs[-1])), jobs, retries, as_json)
    table = Table(("contest", f">budget in {UNIT_OF[workspace.setting]}"), notes=notes)
    table.rows = [(name, f"{costs[-1]:g}") for name in picked]
    table.data = {"contests": list(picked), "budget": float(costs[-1]), "campaign": summary.to_dict()}
    finish(table, summary, as_json)

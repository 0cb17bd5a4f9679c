"""``r3env demo``: calibrate, curves and contests of model-free policies, then the table and the report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

import oracle
from r3env.campaign import Planned
from r3env.cli.analyze import load_stores
from r3env.cli.common import Table, as_json
from r3env.cli.figures import cells_table
from r3env.cli.play_runs import FLOORS, play
from r3env.cli.report import write_page
from r3env.cli.workspace import Workspace, open_workspace
from r3env.errors import ConfigError
from r3env.fingerprint import plain
from r3env.store import RunStore

PRESSURES = (0.2, 0.8)


@dataclass(frozen=True)
class Part:
    """One part of the demo: who plays what, how often, under which schedulers."""

    title: str
    setting: str
    suite: str
    policy: str
    curve_repeats: int
    repeats: int
    schedulers: Sequence[str] = ("reference",)
    options: Mapping[str, float] = field(default_factory=dict)


STACKS = ("reference", "coverage", "coverage+verification")
PARTS = (
    Part("abstract reasoning, tool-free", "tool-free", "ar/001-010", "programs", 5, 5),
    Part("abstract reasoning, agentic", "agentic", "ar/001-003", "shell-programs", 2, 2, STACKS),
    Part("code, agentic", "agentic", "code/001", "shell-programs", 1, 1, STACKS, {"error_rate": 0.25}),
)


@click.command()
@click.option(
    "--out", default="demo-out", show_default=True, type=click.Path(), help="Folder for the results."
)
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1))
@as_json
def demo(out: str, jobs: int, as_json: bool) -> None:
    """Play, analyse and report a small run. Needs no key and no network; the same command resumes."""
    folder = Path(out)
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"--out must be a folder, but {folder} is a file")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "run.sqlite"
    said = []
    with RunStore(path) as store:
        for part in PARTS:
            missing = _missing(part)
            if missing:
                said.append(f"{part.title}: not played. {missing}")
                click.echo(said[-1], err=True)
                continue
            _play_part(store, part, jobs, as_json)
    done, failed = load_stores([str(path)])
    cells = oracle.analyze(done, failed)
    (folder / "summary.json").write_text(
        json.dumps(
            plain({"cells": [c.to_dict() for c in cells], "notes": said}), indent=1, ensure_ascii=False
        )
        + "\n"
    )
    write_page(folder / "report.html", [path], title="r3env demo")
    table: Table = cells_table(cells, count_unresolved=False)
    table.notes += [*said, "", f"report: {folder / 'report.html'}", f"store:  {path}"]
    table.show(as_json)


def _missing(part: Part) -> str:
    """Why a part cannot be played here; empty when it can."""
    if part.setting != "agentic":
        return ""
    from r3env.sandbox import check_all

    reports = check_all()
    if any(r.available for r in reports):
        return ""
    return "No sandbox works here: " + "; ".join(r.advice for r in reports if r.advice)


def _play_part(store: RunStore, part: Part, jobs: int, quiet: bool) -> None:
    runtime = {"sandbox": "auto"} if part.setting == "agentic" else {}
    workspace = open_workspace(
        store, part.setting, part.suite, policy=part.policy, options=part.options, runtime=runtime
    )
    workspace.remember()
    for title, plans in _stages(workspace, part):
        if not quiet:
            click.echo(f"{part.title}: {title} …", err=True)
        result, notes = play(workspace, plans, jobs, 1, quiet)
        if result.interrupted:
            raise click.Abort
        if result.infrastructure:
            click.echo("; ".join(notes), err=True)


def _stages(workspace: Workspace, part: Part) -> Iterator[tuple[str, list[Planned]]]:
    """Titles and plans; each stage is planned when the one before has been played."""
    field = workspace.field()
    yield "calibration, unbudgeted", list(field.calibration())
    found = workspace.calibration()
    costs = [float(c) for c in found.level_costs()]
    first = 0 if workspace.setting == "agentic" else 1
    yield (
        "response curves",
        list(field.curves(costs[first:], part.curve_repeats, levels=range(first, len(costs)))),
    )
    budgets: dict[float | None, float] = {rho: float(found.budget(rho)) for rho in PRESSURES}
    floors = [p for name in FLOORS for p in workspace.field(name).contest_runs(budgets, part.repeats)]
    yield "contests", [*field.contest_runs(budgets, part.repeats, part.schedulers), *floors]

"""``r3env regrade``: judge recorded answers again when a grader's version has changed; old verdicts are kept."""

from __future__ import annotations

import click

from r3env.cli.common import Table, as_json
from r3env.contest_source import resolve
from r3env.regrading import regrade_store
from r3env.store import RunStore


@click.command()
@click.argument("store", type=click.Path())
@click.option("--suite", default=None, help="The suite file that was played, if it was one: mine.jsonl.")
@click.option("--force", is_flag=True, help="Also where the grader's version is the same.")
@as_json
def regrade(store: str, suite: str | None, force: bool, as_json: bool) -> None:
    """Judge the answers in STORE again. Every grading stays in the store; analyses use the newest."""
    contests = () if suite is None else resolve(suite)
    with RunStore(store, create=False) as run_store:
        summary = regrade_store(run_store, force=force, suite=contests)
    table = Table(
        (">episodes", ">judged again", ">verdicts changed", ">not possible"), data=summary.to_dict()
    )
    row = (summary.episodes, summary.regraded, summary.changed, len(summary.impossible))
    table.rows = [tuple(str(n) for n in row)]
    table.notes = summary.impossible[:10]
    table.show(as_json)

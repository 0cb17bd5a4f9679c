"""``r3env diagnose``: the diagnostics of spec section 8, a summary as tables and everything as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import click

import oracle
from oracle import diagnostics
from oracle.report.tables import DASH, SETTING_NAMES
from r3env.cli.common import Table, as_json
from r3env.labels import Label, newest
from r3env.store import RunStore

COLUMNS = ("policy", "domain", "setting", ">ρ", "scheduler", ">easy", ">medium", ">hard")


@click.command()
@click.argument("stores", nargs=-1, required=True, type=click.Path())
@as_json
def diagnose(stores: Sequence[str], as_json: bool) -> None:
    """Accuracy by tier, truncation, waste, misses and their causes; ``--json`` has every diagnostic."""
    opened = [RunStore(path, create=False) for path in stores]
    try:
        episodes: Iterator[Any] = chain.from_iterable(
            chain(store.records(), store.unresolved()) for store in opened
        )
        records = oracle.load(episodes)
        labels = newest(Label.from_dict(data) for store in opened for data in store.labels())
    finally:
        for store in opened:
            store.close()
    found = diagnostics.summary(records, diagnostics.Annotations.settle(labels))
    columns = (*COLUMNS, ">answered", ">cut off", ">wasted", ">missed of selected", "main cause of misses")
    table = Table(columns, [_row(cell) for cell in found["cells"]], data=found)
    table.notes.append("shares of problems, in per cent; wasted: budget spent on problems that ended wrong")
    table.show(as_json)


def _row(cell: dict[str, Any]) -> list[str]:
    key, rates = cell["cell"], cell["rates"]
    tiers = rates["accuracy"]["by_tier"]
    misses = cell.get("misses")
    row = [key["policy"], key["domain"], SETTING_NAMES.get(key["setting"], key["setting"])]
    row += [DASH if key["rho"] is None else f"{key['rho']:g}", key["scheduler"]]
    row += [_percent(tiers.get(tier)) for tier in ("easy", "medium", "hard")]
    row += [_percent(rates[name]["all"]) for name in ("answered", "truncated")]
    row.append(_percent(cell["shares"]["wasted"]["all"]))
    row.append(_percent(misses["missed_of_selected"]["all"]) if misses else DASH)
    row.append(_main_cause(misses["causes"]) if misses else DASH)
    return row


def _percent(figure: dict[str, Any] | None) -> str:
    value = None if figure is None else figure["value"]
    return DASH if value is None else f"{100 * value:.0f}"


def _main_cause(causes: dict[str, dict[str, Any]]) -> str:
    counted = {name: figure for name, figure in causes.items() if figure["value"]}
    if not counted:
        return DASH
    name = max(counted, key=lambda n: counted[n]["value"])
    return f"{name.replace('_', ' ')} ({_percent(counted[name])} %)"

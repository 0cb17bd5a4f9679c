"""``r3env annotate``: label trajectories on a local page, or print how far annotators agree."""

from __future__ import annotations

from typing import Any

import click

from oracle.agreement import agreement as agreement_of
from r3env.annotate import AnnotationServer, Desk
from r3env.annotate.desk import LIMIT
from r3env.annotate.server import PORT
from r3env.cli.common import Table, as_json
from r3env.labels import Label, newest
from r3env.store import RunStore


@click.command()
@click.argument("store_path", metavar="STORE", type=click.Path())
@click.option("--agreement", is_flag=True, help="Print how far annotators agree, and serve nothing.")
@click.option(
    "--limit", default=LIMIT, show_default=True, type=click.IntRange(1), help="Trajectories to label."
)
@click.option("--seed", default=0, show_default=True, help="Seed of their order, the same for everybody.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0: a free one.")
@click.option("--open/--no-open", "open_page", default=False, help="Open the page in the browser.")
@as_json
def annotate(
    store_path: str, agreement: bool, limit: int, seed: int, port: int, open_page: bool, as_json: bool
) -> None:
    """Label trajectories with the rubric, blinded; labels are kept in STORE and never change outcomes."""
    if agreement:
        with RunStore(store_path, create=False) as store:
            labels = newest(Label.from_dict(data) for data in store.labels())
        agreement_table(agreement_of(labels)).show(as_json)
        return
    desk = Desk(store_path, limit=limit, seed=seed)
    with AnnotationServer(desk, agreement_of, port=port) as server:
        click.echo(f"{len(desk.names)} of {desk.total} trajectories: {server.address}")
        click.echo("Ctrl-C ends; every label is saved as it is given.", err=True)
        if open_page:
            click.launch(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("ended", err=True)


def agreement_table(found: dict[str, Any]) -> Table:
    """Agreement as a table for the terminal."""
    columns = ("item", ">annotators", ">units", ">same", ">Cohen κ", ">Fleiss κ", ">Krippendorff α")
    table = Table(columns, data=found)
    for figures in found["items"]:
        numbers = ["–" if figures[k] is None else f"{figures[k]:.2f}" for k in ("cohen", "fleiss", "alpha")]
        same = f"{100 * figures['same']:.0f} %"
        table.rows.append(
            (figures["item"], str(figures["annotators"]), str(figures["units"]), same, *numbers)
        )
    people = ", ".join(found["annotators"]) or "nobody yet"
    table.notes.append(f"{found['labels']} labels by {people}; units are those that at least two judged")
    if any(figures["reasons"] for figures in found["items"]):
        table.notes.append("–: undefined, all judgements are the same or too few were shared (see --json)")
    return table

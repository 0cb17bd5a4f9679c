"""``r3env list``: what is registered, without importing any of it."""

from __future__ import annotations

import click

from r3env import catalog
from r3env.cli.common import Table, as_json


@click.command("list")
@as_json
def listing(as_json: bool) -> None:
    """What is registered: domains, policies, schedulers, sandboxes."""
    table = Table(("kind", "name", "needs", "what it is"), data=[])
    for registry in (catalog.domains, catalog.policies, catalog.schedulers, catalog.sandboxes):
        for entry in registry.entries().values():
            needs = ", ".join(entry.needs)
            table.rows.append((registry.kind, entry.name, needs, entry.summary))
            table.data.append(
                {
                    "kind": registry.kind,
                    "name": entry.name,
                    "needs": entry.needs,
                    "summary": entry.summary,
                    "target": entry.target,
                    "version": entry.version,
                }
            )
    table.show(as_json)

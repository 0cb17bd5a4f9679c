"""What the commands share: options, tables that print as text or JSON, and the progress bar."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import click

from r3env.campaign import Summary
from r3env.episode import Episode
from r3env.errors import ConfigError
from r3env.fingerprint import plain

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")


class ListCommand(click.Command):
    """A command without arguments whose repeatable options take several values at once: ``--rho 0.2 0.8``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write every further value with the option before it, then parse as usual."""
        repeatable = {
            name for p in self.params if isinstance(p, click.Option) and p.multiple for name in p.opts
        }
        spread: list[str] = []
        option = ""
        for word in args:
            if word.startswith("--"):
                option = word if word in repeatable else ""
                spread.append(word)
            elif option and spread[-1] != option:
                spread += [option, word]
            else:
                spread.append(word)
        return super().parse_args(ctx, spread)


@dataclass
class Table:
    """A table for the terminal, or its data as JSON.

    Attributes:
        columns: heading of each column; one that starts with ``>`` is aligned right.
        rows: cells as printed.
        title: printed above.
        notes: lines printed below.
        data: what ``--json`` prints.
    """

    columns: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    title: str = ""
    notes: list[str] = field(default_factory=list)
    data: Any = None

    def show(self, json_wanted: bool) -> None:
        """Print the table, or the data when JSON is wanted."""
        if json_wanted:
            ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
            click.echo(json.dumps(plain(self.data), indent=1, ensure_ascii=ascii_only, default=str))
            return
        from rich.console import Console
        from rich.table import Table as RichTable

        table = RichTable(box=None, pad_edge=False, title=self.title or None, title_justify="left")
        for name in self.columns:
            justify = "right" if name.startswith(">") else "left"
            table.add_column(name.lstrip(">"), justify=justify, no_wrap=True)  # type: ignore[arg-type]
        for row in self.rows:
            table.add_row(*row)
        width = None if sys.stdout.isatty() else 160
        console = Console(width=width, highlight=False, markup=False)
        console.print(table)
        for note in self.notes:
            click.echo(note)


_PYTHON = {"True": True, "False": False, "None": None}


def parse_options(pairs: Sequence[str]) -> dict[str, Any]:
    """``key=value`` pairs, the values read as JSON where they are JSON, else as text.

    ``True``, ``False`` and ``None`` mean what they mean in Python: as texts they would all count as true.

    >>> parse_options(["error_rate=0.2", "model=x"])
    {'error_rate': 0.2, 'model': 'x'}
    """
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise ConfigError(f"options are given as key=value, got {pair!r}")
        if value in _PYTHON:
            options[key] = _PYTHON[value]
            continue
        try:
            options[key] = json.loads(value)
        except ValueError:
            options[key] = value
    return options


@contextmanager
def progress_bar(quiet: bool) -> Iterator[Callable[[Summary, Episode | None], None]]:
    """A bar on standard error, with time left, mean score and failures; ``quiet`` shows nothing."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("", total=None)

        def update(summary: Summary, episode: Episode | None) -> None:
            mean = f"{summary.solved / summary.played:.2f} solved" if summary.played else ""
            failed = sum(summary.kinds.values())
            text = mean + (f"  {failed} infrastructure (will be retried)" if failed else "")
            bar.update(
                task, total=summary.planned, completed=summary.skipped + summary.played, description=text
            )

        yield update

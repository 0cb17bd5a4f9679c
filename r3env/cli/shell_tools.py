"""``r3env classify``, ``sandbox check`` and ``play``: the shell, its accounting, and a session by hand."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing

import click

from r3env.cli.common import Table, as_json
from r3env.errors import ConfigError


@click.command()
@click.argument("command")
@click.option("--focus", default=None, help="Focused problem; with it the blocks of an episode apply.")
@click.option("--remaining", default=None, type=int, help="Counted actions left.")
@as_json
def classify(command: str, focus: str | None, remaining: int | None, as_json: bool) -> None:
    """What the accounting says of COMMAND, segment by segment; `-` reads it from standard input."""
    from r3env import shell

    text = sys.stdin.read() if command == "-" else command
    given = focus is not None or remaining is not None
    context = shell.Context(focus=focus, remaining=remaining) if given else None
    decision = shell.classify(text, context)
    if as_json:
        Table((), data=decision.to_dict()).show(True)
    else:
        click.echo(shell.explain(decision))


@click.group()
def sandbox() -> None:
    """Where commands run, and how well they are fenced in here."""


@sandbox.command()
@as_json
def check(as_json: bool) -> None:
    """What is available, what was tested, and how to get more. Exit code 1 when nothing isolates."""
    from r3env.sandbox import check_all

    reports = check_all()
    table = Table(("sandbox", "available", "enforces", "not enforced or not tested"), data=[])
    for report in reports:
        faults = [f"{what}: {result}" for what, result in report.tested.items() if result != "ok"]
        available = "yes" if report.available else "no"
        table.rows.append((report.backend, available, ", ".join(sorted(report.caps)), "; ".join(faults)))
        table.data.append(
            {
                "backend": report.backend,
                "available": report.available,
                "caps": sorted(report.caps),
                "tested": dict(report.tested),
                "advice": report.advice,
            }
        )
        if report.advice and (faults or not report.available):
            table.notes.append(f"{report.backend}: {report.advice}")
    table.show(as_json)
    if not any(r.available for r in reports):
        sys.exit(1)


@click.command()
@click.argument("contest")
@click.option("--budget", type=int, default=None, help="Counted actions, or output tokens when tool-free.")
@click.option("--setting", default="agentic", show_default=True, help="agentic or tool-free.")
@click.option("--scheduler", default="reference", show_default=True)
@click.option("--sandbox", "sandbox_name", default="auto", show_default=True)
@click.option(
    "--store", "store_path", default=None, type=click.Path(), help="Keep the episode in a run store."
)
def play(
    contest: str, budget: int | None, setting: str, scheduler: str, sandbox_name: str, store_path: str | None
) -> None:
    """Play CONTEST (for instance ar/001) by hand."""
    import policies
    from r3env.cli.workspace import named_setting
    from r3env.plans import make_env
    from r3env.rollout import run_episode
    from r3env.store import RunStore

    name = named_setting(setting)
    options: dict[str, object] = {"contest": contest, "budget": budget}
    if name == "agentic":
        options |= {"scheduler": scheduler, "sandbox": sandbox_name}
    elif scheduler != "reference":
        raise ConfigError("schedulers guard actions: they need --setting agentic")
    with ExitStack() as stack:
        env = stack.enter_context(closing(make_env(name, options)))
        labels: dict[str, object] = {"purpose": "play", "repeat": 0}
        if store_path:  # a store that cannot be used is found before anybody has played
            store = stack.enter_context(RunStore(store_path))
            store.acquire()
            labels["repeat"] = sum(1 for _ in store.records(events=False, purpose="play"))
        episode = run_episode(env, policies.make("human"), labels=labels)
        if store_path:
            store.add(episode)
    for verdict in episode.verdicts:
        click.echo(f"{verdict.label}  {verdict}")
    click.echo(
        f"{episode.score} of {len(episode.verdicts)} solved, {episode.budget['used']:g} used ({episode.status})"
    )

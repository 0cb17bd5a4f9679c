"""The command line. Commands load when they are used; every error of ours is one line and exit code 2."""

from __future__ import annotations

import io
import sys
from typing import Any

import click

from r3env.errors import InfrastructureError, R3Error
from r3env.registry import load_attribute, nearest

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("r3env.cli.demo:demo", "Play, analyse and report a small run: no key, no network."),
    "contests": ("r3env.cli.contests:contests", "List, show, validate and build suites of contests."),
    "calibrate": ("r3env.cli.play_runs:calibrate", "Unbudgeted runs: mean use, and the budgets it gives."),
    "curves": ("r3env.cli.play_runs:curves", "Every problem alone at every level of the grid."),
    "run": ("r3env.cli.play_runs:run", "Contests under their shared budgets."),
    "stress": ("r3env.cli.play_runs:stress", "Target-in-suite stress: one problem counts, five distract."),
    "analyze": ("r3env.cli.analyze:analyze", "Contest, equal share, oracle and gap of every cell."),
    "diagnose": ("r3env.cli.diagnose:diagnose", "Tiers, truncation, waste, misses and their causes."),
    "study": ("r3env.cli.study:study", "Play and print a whole study (study schedulers)."),
    "diff": ("r3env.cli.study:diff", "Two stores, cell by cell, on the same contests."),
    "power": ("r3env.cli.study:power", "Contests and repeats needed, planned from a pilot store."),
    "regrade": ("r3env.cli.regrade:regrade", "Judge recorded answers again with the present graders."),
    "report": ("r3env.cli.report:report", "One page that opens offline; tables and figures for a paper."),
    "annotate": (
        "r3env.cli.annotate:annotate",
        "Label trajectories on a local page; agreement of annotators.",
    ),
    "judge": ("r3env.cli.judge:judge", "Judge a program on the tests of a problem."),
    "play": ("r3env.cli.shell_tools:play", "Play a contest by hand."),
    "classify": ("r3env.cli.shell_tools:classify", "What the accounting says of a command, and why."),
    "sandbox": ("r3env.cli.shell_tools:sandbox", "Which sandboxes work here (sandbox check)."),
    "list": ("r3env.cli.listing:listing", "What is registered: domains, policies, schedulers, sandboxes."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, not when help is printed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All command names, in the order of a study."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = load_attribute(COMMANDS[cmd_name][0])
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command; a typo gets the nearest name."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(f"no command {args[0]!r}{nearest(args[0], list(COMMANDS))}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names with their one-line help, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="r3env")
def cli() -> None:
    """Six problems, one shared budget: play contests, and measure how well the budget was spent."""


def main(arguments: list[str] | None = None) -> None:
    """Entry point of the console script."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(
            stream, io.TextIOWrapper
        ):  # a terminal that cannot show a character gets a question mark
            stream.reconfigure(errors="replace")
    try:
        cli.main(args=arguments, standalone_mode=False)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        where = getattr(error, "ctx", None)
        see = f" (see {where.command_path} --help)" if where is not None else ""
        click.echo(f"error: {' '.join(error.format_message().split())}{see}", err=True)
        sys.exit(2)
    except (R3Error, InfrastructureError, OSError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)

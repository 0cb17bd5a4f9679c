"""``r3env contests``: list, show, validate and build suites, and prove problem packages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

import contests as contest_library
from r3env.cli.common import Table, as_json
from r3env.cli.judge import check_problem
from r3env.errors import ConfigError
from r3env.grading import grade_contest
from r3env.problem import Contest
from r3env.verdict import Parsed


@click.group()
def contests() -> None:
    """Suites of contests."""


contests.add_command(check_problem)


@contests.command("list")
@click.argument("suite", default="ar")
@as_json
def list_contests(suite: str, as_json: bool) -> None:
    """Contests of SUITE (a domain, a range, or a suite file) with the titles of their problems."""
    table = Table(("contest", "problems"), data=[])
    for contest in _load(suite):
        table.rows.append((contest.id, ", ".join(p.title for p in contest)))
        table.data.append({"id": contest.id, "problems": [p.id for p in contest]})
    table.show(as_json)


@contests.command()
@click.argument("contest")
@click.option("--reference", is_flag=True, help="Show gold answers and tiers too: not for players.")
@as_json
def show(contest: str, reference: bool, as_json: bool) -> None:
    """Statements of CONTEST, for instance ar/001 or ar/001:C."""
    found = contest_library.load(contest)
    shown = found if reference else found.public()
    if as_json:
        Table((), data=shown.to_dict()).show(True)
        return
    for label, problem in shown.items():
        hidden = f"  [{problem.tier}, gold: {problem.reference}]" if reference else ""
        click.echo(f"=== Problem {label}: {problem.title} ==={hidden}\n{problem.statement.strip()}\n")


@contests.command()
@click.argument("suite")
@click.option("--against", default=None, type=click.Path(), help="Published file to compare with.")
@as_json
def validate(suite: str, against: str | None, as_json: bool) -> None:
    """Make every problem of SUITE and grade its gold answer; exit code 1 when one is not judged right."""
    loaded = _load(suite)
    wrong = [f"{c.id} {v.label}: {v}" for c in loaded for v in _grade_gold(c) if not v.correct]
    problems = sum(len(c) for c in loaded)
    regenerated = sum(bool(p.provenance.get("regenerated")) for c in loaded for p in c)
    table = Table((">contests", ">problems", ">gold right", ">regenerated"))
    table.rows = [tuple(map(str, (len(loaded), problems, problems - len(wrong), regenerated)))]
    table.data = {
        "contests": len(loaded),
        "problems": problems,
        "gold_right": problems - len(wrong),
        "regenerated": regenerated,
        "wrong": wrong,
    }
    table.notes = list(wrong)
    if against is not None:
        _compare(table, suite, against)
    table.show(as_json)
    if wrong:
        sys.exit(1)


def _compare(table: Table, suite: str, against: str) -> None:
    domain: Any = contest_library.domain(suite.partition("/")[0])
    if not hasattr(domain, "agreement"):
        raise ConfigError(f"domain {domain.name!r} has no published file to compare with")
    found = domain.agreement(against)
    table.data["agreement"] = {
        "total": found.total,
        "statements": found.statements,
        "answers": found.answers,
        "absent": list(found.absent),
        "unknown": list(found.unknown),
        "differences": [
            {"contest": d.contest, "position": d.position, "fields": list(d.fields), "reason": d.reason}
            for d in found.differences
        ],
    }
    table.notes.append(
        f"{found.statements} of {found.total} statements and {found.answers} gold answers agree with {against}"
    )
    for d in found.differences:
        table.notes.append(f"  {d.contest} position {d.position}: {', '.join(d.fields)} ({d.reason})")


@contests.command()
@click.argument("domain")
@click.option(
    "--sources", required=True, type=click.Path(), help="JSON lines: generator, seed, size, parameters."
)
@click.option("--lengths", required=True, type=click.Path(), help="CSV of reference lengths by problem id.")
@click.option("--name", required=True, help="Name of the suite, first part of its contest ids.")
@click.option("--out", required=True, type=click.Path(), help="Suite file to write; must not exist.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@as_json
def build(domain: str, sources: str, lengths: str, name: str, out: str, seed: int, as_json: bool) -> None:
    """Make a suite of DOMAIN: problems from generators, tiers from reference lengths, composed contests."""
    maker: Any = contest_library.domain(domain)
    if not hasattr(maker, "build_suite"):
        raise ConfigError(f"domain {domain!r} cannot build suites from generators")
    if Path(out).exists():
        raise ConfigError(f"{out} exists already: give another --out, nothing is overwritten")
    suite = maker.build_suite(sources, lengths, name=name, seed=seed)
    suite.save(out)
    table = Table((">contests", ">problems", "file"), rows=[(str(len(suite)), str(len(suite.problems)), out)])
    table.data = {"contests": len(suite), "problems": len(suite.problems), "file": out}
    table.show(as_json)


def _load(suite: str) -> list[Contest]:
    if suite.endswith(".jsonl"):
        return list(contest_library.load_suite(suite))
    return list(contest_library.load_many(suite))


def _grade_gold(contest: Contest) -> Any:
    parsed = {label: Parsed.of(str(p.reference)) for label, p in contest.items()}
    return grade_contest(contest_library.domain(contest.domain), contest, parsed)

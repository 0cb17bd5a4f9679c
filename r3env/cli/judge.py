"""``r3env judge`` and ``r3env contests check-problem``: judge a program, prove a problem package."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from contests.code.manifest import contest_ids, contests_of
from contests.code.package import BUNDLED, Package, load_package, load_packages
from contests.code.package_check import Proof, check_package
from contests.code.sources import NO_TESTS, tests_folder
from contests.judge.judge import Judge, Settings
from contests.judge.languages import LANGUAGES, language, language_of
from contests.judge.lightcp import is_lightcp, load_lightcp
from contests.judge.proof import SandboxRunner
from contests.judge.report import Report
from contests.judge.task import Task
from r3env.cli.common import Table, as_json
from r3env.errors import ConfigError, UnknownNameError
from r3env.registry import nearest
from r3env.sandbox import open_sandbox


@click.command()
@click.argument("problem")
@click.argument("solution", type=click.Path(path_type=Path))
@click.option("--all-tests", is_flag=True, help="Go on after the first failure.")
@click.option(
    "--language",
    "language_name",
    default=None,
    type=click.Choice([row.name for row in LANGUAGES]),
    help="Default: by the file's suffix.",
)
@click.option(
    "--testlib", default=None, type=click.Path(path_type=Path), help="Your testlib.h, for checkers."
)
@click.option("--sandbox", default="auto", show_default=True, help="Where programs run.")
@as_json
def judge(
    problem: str,
    solution: Path,
    all_tests: bool,
    language_name: str | None,
    testlib: Path | None,
    sandbox: str,
    as_json: bool,
) -> None:
    """Judge the program in SOLUTION on the tests of PROBLEM; exit code 1 unless it is accepted.

    PROBLEM is the folder of a package or of a LightCPVerifier problem, the id of a bundled problem
    (kitchen-order), or a place in a bundled contest (code/001:C).
    """
    if not solution.is_file():
        raise ConfigError(f"no such file: {solution}")
    source = solution.read_text(encoding="utf-8", errors="replace")
    row = language(language_name) if language_name else language_of(solution)
    worker = Judge(lambda: open_sandbox(sandbox), Settings(testlib=testlib))
    task = _task(problem, worker)
    report = worker.judge(task, source, row.name, all_tests=all_tests)
    _table(report, task).show(as_json)
    if not report.accepted:
        sys.exit(1)


def _task(problem: str, worker: Judge) -> Task:
    folder = _folder(problem)
    if not is_lightcp(folder):
        return worker.prepare(load_package(folder))
    task = load_lightcp(folder)
    worker.load_checker(task)
    return task


def _folder(problem: str) -> Path:
    """The folder of a problem named by path, by bundled id, or by its place in a bundled contest."""
    path = Path(problem)
    if path.is_dir():
        return path
    if (BUNDLED / problem / "problem.toml").is_file() and path.name == problem:
        return BUNDLED / problem
    contest_id, colon, label = problem.partition(":")
    if colon:
        found = tests_folder(contests_of([contest_id])[0][label])
        if found is None:
            raise ConfigError(f"{problem} {NO_TESTS}")
        return found
    if problem in contest_ids():
        raise ConfigError(f"{problem} is a contest: expected one of its problems, such as {problem}:A")
    names = [*load_packages(), *contest_ids()]
    hint = nearest(problem, names)
    raise UnknownNameError(
        f"no problem {problem!r}{hint}: expected a package's folder, a bundled id, or a place such as code/001:C"
    )


def _table(report: Report, task: Task) -> Table:
    table = Table(
        ("test", "verdict", ">cpu s", ">wall s", ">MiB", "first difference"),
        title=f"{task.id}: {report.reason}",
    )
    for test in report.tests:
        figures = (f"{test.cpu:.3f}", f"{test.wall:.3f}", f"{test.memory:.0f}")
        table.rows.append((test.name, str(test.verdict), *figures, test.message))
    table.notes = [*task.notes, *([report.message] if report.message else [])]
    left = report.total - len(report.tests)
    if left and report.tests:
        table.notes.append(f"{left} further tests not run (--all-tests runs them)")
    table.data = report.to_dict()
    return table


@click.command("check-problem")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--quick", is_flag=True, help="Leave out wrong solutions that are declared too slow.")
@click.option("--sandbox", default="auto", show_default=True, help="Where programs run.")
@as_json
def check_problem(folder: Path, quick: bool, sandbox: str, as_json: bool) -> None:
    """Prove the problem package in FOLDER: reference, brute force, wrong solutions, tests, limits."""
    package = load_package(folder)
    with SandboxRunner(lambda: open_sandbox(sandbox)) as runner:
        proof = check_package(package, runner, quick=quick)
    _proof_table(package, proof).show(as_json)
    if not proof.passed:
        sys.exit(1)


def _proof_table(package: Package, proof: Proof) -> Table:
    said = "proved" if proof.passed else f"{len(proof.failures())} findings against it"
    table = Table(("", "check", "detail"), title=f"{package.id}: {said}")
    table.rows = [("ok" if f.passed else "FAILS", f.check, f.detail) for f in proof.findings]
    table.notes = [
        f"{proof.tests} tests; reference: slowest {proof.cpu:.2f} s of {package.time:g} s, "
        f"all {proof.total_cpu:.2f} s, {proof.memory:.0f} of {package.memory:g} MiB"
    ]
    findings: list[dict[str, Any]] = [
        {"check": f.check, "passed": f.passed, "detail": f.detail} for f in proof.findings
    ]
    figures = {"tests": proof.tests, "cpu": proof.cpu, "total_cpu": proof.total_cpu, "memory": proof.memory}
    table.data = {"package": package.id, "passed": proof.passed, "findings": findings, **figures}
    return table

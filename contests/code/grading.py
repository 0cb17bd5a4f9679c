"""Judges one program of the code domain, here or on a remote verifier. A failing judge is no wrong answer."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from contests.code.package import JudgeVerdict, load_package
from contests.code.sources import NO_TESTS, tests_folder
from contests.judge.judge import Judge, Settings
from contests.judge.lightcp import is_lightcp, load_lightcp
from contests.judge.remote import LightCPVerifier
from contests.judge.report import Report
from contests.judge.task import Task
from r3env.errors import InfrastructureError, R3Error
from r3env.problem import Problem
from r3env.sandbox import open_sandbox
from r3env.sandbox.protocol import Sandbox
from r3env.verdict import Outcome, Verdict

REMOTE_VARIABLE = "R3ENV_JUDGE_URL"
"""Environment variable: address of a LightCPVerifier that judges problems without tests of their own here."""
REASON = 200
"""Characters of the longest reason."""
UNGRADABLE = "ungradable"


def grade_program(
    problem: Problem,
    source: str,
    label: str,
    *,
    open_box: Callable[[], Sandbox] | None = None,
    settings: Settings | None = None,
    remote: LightCPVerifier | None = None,
) -> Verdict:
    """Verdict of one program: correct, wrong, or grader_error where the judge cannot work.

    Args:
        problem: its tests are found by `contests.code.sources.tests_folder`.
        source: the C++17 program.
        label: label in the contest.
        open_box: makes the judge's sandboxes.
        settings: of the judge.
        remote: asked for problems whose tests are not here; by default as `REMOTE_VARIABLE` says.
    """
    try:
        report = _report(problem, source, open_box or open_sandbox, settings, remote)
    except (InfrastructureError, R3Error, OSError) as error:
        reason = f"{type(error).__name__}: {error}"[:REASON]
        return Verdict(Outcome.GRADER_ERROR, label, problem.id, reason, source)
    if report is None:
        reason = f"{UNGRADABLE}: the problem {NO_TESTS}"[:REASON]
        return Verdict(Outcome.GRADER_ERROR, label, problem.id, reason, source, {UNGRADABLE: True})
    return _verdict(report, problem, source, label)


def _report(
    problem: Problem,
    source: str,
    open_box: Callable[[], Sandbox],
    settings: Settings | None,
    remote: LightCPVerifier | None,
) -> Report | None:
    folder = tests_folder(problem)
    if folder is not None:
        judge = Judge(open_box, settings)
        return judge.judge(_task(folder, judge), source)
    address = os.environ.get(REMOTE_VARIABLE, "")
    remote = remote or (LightCPVerifier(address) if address else None)
    return remote.judge(problem.id, source) if remote else None


def _task(folder: Path, judge: Judge) -> Task:
    if is_lightcp(folder):
        return load_lightcp(folder)  # its checker is built with the judgement, and kept
    return judge.prepare(_package(folder))


_package = lru_cache(maxsize=64)(load_package)


def _verdict(report: Report, problem: Problem, source: str, label: str) -> Verdict:
    """What the record keeps: the first failing test with its first difference, and figures of the slowest."""
    detail: dict[str, Any] = {
        "verdict": str(report.verdict),
        "tests": report.total,
        "passed": sum(t.verdict is JudgeVerdict.ACCEPTED for t in report.tests),
        "cpu": round(max((t.cpu for t in report.tests), default=0.0), 3),
        "wall": round(max((t.wall for t in report.tests), default=0.0), 3),
        "memory": round(max((t.memory for t in report.tests), default=0.0), 1),
    }
    if report.failure is not None:
        detail["test"] = report.failure.name
        detail["message"] = report.failure.message
    elif report.message:
        detail["message"] = report.message[:2000]
    outcomes = {JudgeVerdict.ACCEPTED: Outcome.CORRECT, JudgeVerdict.JUDGE_ERROR: Outcome.GRADER_ERROR}
    outcome = outcomes.get(report.verdict, Outcome.WRONG)
    reason = "" if outcome is Outcome.CORRECT else report.reason[:REASON]
    return Verdict(outcome, label, problem.id, reason, source, detail)

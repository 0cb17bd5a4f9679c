"""The prompt of an agentic episode, and the files it starts with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from r3env import prompts
from r3env.domain import Statement
from r3env.envs.prompting import join, sections, target_note
from r3env.paths import Paths
from r3env.problem import Contest


def initial_files(contest: Contest, statement: Statement, paths: Paths) -> dict[str, bytes]:
    """Statements as ``/app/problem_X.md``, an empty scratch folder for each problem, and the domain's files."""
    files = {
        f"{paths.app}/problem_{label}.md": f"{text.strip()}\n".encode("utf-8", "replace")
        for label, text in statement.problems.items()
    }
    files |= {f"{paths.scratch(label)}/.keep": b"" for label in contest.labels}
    files[f"{paths.artifacts}/.keep"] = b""
    return {**files, **statement.files}


def agentic_prompt(
    contest: Contest,
    statement: Statement,
    paths: Paths,
    places: Mapping[str, str],
    budget: float | None,
    directives: Sequence[str],
) -> str:
    """Rules and formats first (a stable prefix), then notes of the domain, problems, schedulers and budget.

    Args:
        contest: what is played.
        statement: its statement by the domain.
        paths: places in the sandbox.
        places: label to path of its artifact.
        budget: counted actions; None is unbudgeted.
        directives: paragraphs of the schedulers, innermost first.
    """
    files = sorted(set(places.values()))
    one_file = f"The answer goes into {files[0]}."
    values: dict[str, Any] = {
        "count": len(contest),
        "labels": ", ".join(contest.labels),
        "app": paths.app,
        "logs": paths.logs,
        "answers": one_file if len(files) == 1 else f"Answers go into {', '.join(files)}.",
        "contract": statement.contract.strip(),
    }
    return join(
        prompts.text("agentic_single" if len(contest) == 1 else "agentic_contest", **values),
        statement.notes,
        prompts.text("problems", sections=sections(contest, statement)),
        target_note(contest),
        *directives,
        _budget_note(budget),
    )


def _budget_note(budget: float | None) -> str:
    if budget is None:
        return prompts.text("agentic_unbudgeted")
    return prompts.text("agentic_budget", budget=budget) if budget else prompts.text("agentic_budget_zero")

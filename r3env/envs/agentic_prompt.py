"""The prompt of an agentic episode, and the files it starts with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from r3env import prompts
from r3env.domain import Statement
from r3env.envs.prompting import join, sections, target_note
from r3env.paths import Paths
from r3env.problem import Contest

if TYPE_CHECKING:
    from r3env.envs.agentic import AgenticEnv


def initial_files(contest: Contest, statement: Statement, paths: Paths) -> dict[str, bytes]:
    """Statements as ``/app/problem_X.md``, an empty scratch folder for each problem, and the domain's files."""
    files = {
        f"{paths.app}/problem_{label}.md": f"{text.strip()}\n".encode("utf-8", "replace")
        for label, text in statement.problems.items()
    }
    files |= {f"{paths.scratch(label)}/.keep": b"" for label in contest.labels}
    files[f"{paths.artifacts}/.keep"] = b""
    return {**files, **statement.files}


def agentic_prompt(env: AgenticEnv, statement: Statement) -> str:
    """Rules and formats first (a stable prefix), then notes of the domain, problems, schedulers and budget."""
    contest, paths = env.contest, env.desk
    single = len(contest) == 1
    places = sorted(set(paths.places.values()))
    answers = (
        f"The answer goes into {places[0]}."
        if len(places) == 1
        else f"Answers go into {', '.join(paths.places.values())}."
    )
    values: dict[str, Any] = {
        "count": len(contest),
        "labels": ", ".join(contest.labels),
        "app": env.paths.app,
        "logs": env.paths.logs,
        "answers": answers,
        "contract": statement.contract.strip(),
    }
    if env.budget_total is None:
        budget = prompts.text("agentic_unbudgeted")
    elif env.budget_total == 0:
        budget = prompts.text("agentic_budget_zero")
    else:
        budget = prompts.text("agentic_budget", budget=env.budget_total)
    return join(
        prompts.text("agentic_single" if single else "agentic_contest", **values),
        statement.notes,
        prompts.text("problems", sections=sections(contest, statement)),
        target_note(contest),
        *env.directives,
        budget,
    )

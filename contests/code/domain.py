"""`CodeDomain`: the `code` domain. States programming problems, reads programs, judges them on hidden tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from string import Template
from typing import Any

from contests.bundled import DEFAULT_ORDER, Order
from contests.code import answers, manifest, sources
from contests.code.grading import grade_program
from contests.code.samples import samples
from contests.judge.judge import Settings
from contests.judge.remote import LightCPVerifier
from r3env.domain import Artifact, DomainCommand, GradeContext, Setting, Source, Statement
from r3env.paths import Paths
from r3env.problem import Contest, Problem
from r3env.verdict import Outcome, Parsed, ParseStatus, Verdict

NOTES = (
    "The samples of each problem lie in `{app}/samples_X/` for problem X: `1.in` with its right output `1.out`, "
    "and so on. `g++` is there; building and running are counted, writing a file is free."
)


@cache
def _contract(name: str) -> Template:
    return Template(
        resources.files("contests.code").joinpath(f"contract_{name}.md").read_text(encoding="utf-8")
    )


class CodeDomain:
    """Programming problems answered by C++17 programs and judged by hidden tests, all of which must pass.

    Args:
        settings: of the judge.
        remote: a verifier for problems whose tests are not here; by default the one that the environment
            variable ``R3ENV_JUDGE_URL`` names, if any.
    """

    name = "code"
    version = "1"
    missing_marker = answers.MISSING

    def __init__(self, settings: Settings | None = None, remote: LightCPVerifier | None = None) -> None:
        self._settings = settings
        self._remote = remote

    def contest_ids(self) -> tuple[str, ...]:
        """Ids of the bundled contests, in order: ``code/001`` … ``code/006``."""
        return manifest.contest_ids()

    def load_contests(self, ids: Sequence[str], order: Order = DEFAULT_ORDER, seed: int = 0) -> list[Contest]:
        """Bundled contests; see `contests.load`."""
        return manifest.contests_of(ids, order, seed)

    def published_problem(self, fields: Mapping[str, Any], place: str) -> Problem:
        """One row of the published file; see `contests.code.sources`."""
        return sources.published_problem(fields, place)

    def state(
        self, contest: Contest, setting: Setting, paths: Paths | None = None, *, with_difficulty: bool = False
    ) -> Statement:
        """Statements with their limits, the answer contract, and in the agentic setting the samples as files."""
        paths = paths or Paths()
        texts = {label: _statement(problem, with_difficulty) for label, problem in contest.items()}
        single, agentic = len(contest) == 1, setting == "agentic"
        kind = "artifact" if agentic else "" if single else "contest"
        name = "_".join(part for part in (kind, "single" if single else "") if part)
        contract = _contract(name).substitute(
            first=contest.labels[0],
            labels=", ".join(contest.labels),
            missing=answers.MISSING,
            paths=", ".join(paths.solution(label) for label in contest.labels),
        )
        if not agentic:
            return Statement(texts, contract.strip())
        files = {
            f"{paths.app}/samples_{label}/{number}.{suffix}": data or b""
            for label, problem in contest.items()
            if not problem.metadata.get("interactive")  # a conversation is no input
            for number, sample in enumerate(samples(problem.statement), 1)
            for suffix, data in (("in", sample.input), ("out", sample.answer))
        }
        return Statement(texts, contract.strip(), files, NOTES.format(app=paths.app) if files else "")

    def artifact(self, label: str, paths: Paths) -> Artifact:
        """A file for each problem; the whole file is the answer."""
        return Artifact(paths.solution(label))

    def parse(self, output: str, labels: Sequence[str], source: Source = "completion") -> dict[str, Parsed]:
        """Read programs (`contests.code.answers`)."""
        return answers.parse(output, labels, source)

    def write_answer(self, artifact: str, label: str, answer: str, labels: Sequence[str]) -> str:
        """The whole file: the program, ended by a line end."""
        return answer if answer.endswith("\n") else f"{answer}\n"

    def grade(self, problem: Problem, parsed: Parsed, context: GradeContext, label: str = "A") -> Verdict:
        """Accepted on every hidden test, or wrong; see `contests.code.grading`."""
        if parsed.status is not ParseStatus.ANSWER:
            outcome = Outcome.MISSING if parsed.status is ParseStatus.MISSING else Outcome.UNPARSED
            return Verdict(outcome, label, problem.id, parsed.reason)
        return grade_program(
            problem,
            parsed.answer,
            label,
            open_box=context.sandbox,
            settings=self._settings,
            remote=self._remote,
        )

    def commands(self) -> Mapping[str, DomainCommand]:
        """None: building and running are ordinary commands."""
        return {}


def _statement(problem: Problem, with_difficulty: bool) -> str:
    tier = f"(difficulty: {problem.tier})\n" if with_difficulty and problem.tier else ""
    limits = problem.limits
    parts = [
        f"Time limit: {limits['seconds']:g} s of CPU time for a test." if "seconds" in limits else "",
        f"Memory limit: {limits['memory']:g} MiB." if "memory" in limits else "",
    ]
    line = " ".join(part for part in parts if part)
    return tier + (f"{line}\n\n" if line else "") + problem.statement.strip("\n")

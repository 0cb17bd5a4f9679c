"""`AbstractReasoning`: the `ar` domain. States, parses and grades problems made by Reasoning Gym."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from contests import sections
from contests.ar import agreement, build, client, published
from contests.ar.grading import grade_answer
from contests.ar.tags import MARKER, MISSING, wrap
from contests.bundled import DEFAULT_ORDER, Order
from contests.suite import Suite
from r3env.domain import Artifact, DomainCommand, GradeContext, Setting, Source, Statement
from r3env.paths import Paths
from r3env.problem import Contest, Problem
from r3env.verdict import Outcome, Parsed, ParseStatus, Verdict


@cache
def _contract(name: str) -> str:
    return resources.files("contests.ar").joinpath(f"contract_{name}.md").read_text(encoding="utf-8").strip()


class AbstractReasoning:
    """Abstract reasoning: text in, text out, graded by the generator's own scorer for full credit only."""

    name = "ar"
    version = f"1, reasoning-gym {client.EXPECTED_VERSION}"
    missing_marker = MISSING

    def contest_ids(self) -> tuple[str, ...]:
        """Ids of the bundled contests, in order: ``ar/001`` … ``ar/050``."""
        return published.contest_ids()

    def load_contests(self, ids: Sequence[str], order: Order = DEFAULT_ORDER, seed: int = 0) -> list[Contest]:
        """Bundled contests, made or taken from the cache; see `contests.load`."""
        return published.load_contests(ids, order, seed)

    def published_problem(self, fields: Mapping[str, Any], place: str) -> Problem:
        """One row of the published file as a gradable problem; see `contests.published`."""
        return published.published_problem(fields, place)

    def agreement(self, path: str | Path) -> agreement.Agreement:
        """How the bundled suite compares with the published file at ``path``."""
        return agreement.validate(path)

    def build_suite(self, sources: str, lengths: str, *, name: str, seed: int) -> Suite:
        """A new suite from generators and reference lengths; see `contests.ar.build.build_suite`."""
        return build.build_suite(sources, lengths, name=name, seed=seed)

    def state(
        self, contest: Contest, setting: Setting, paths: Paths | None = None, *, with_difficulty: bool = False
    ) -> Statement:
        """Statements as Reasoning Gym words them, and the answer contract of the setting."""
        texts = {}
        for label, problem in contest.items():
            tier = f"(difficulty: {problem.tier})\n" if with_difficulty and problem.tier else ""
            texts[label] = tier + problem.statement.strip("\n")
        single = len(contest) == 1
        if setting == "agentic":
            name = "artifact_single" if single else "artifact"
        else:
            name = "single" if single else "contest"
        contract = _contract(name).format(
            first=contest.labels[0],
            labels=", ".join(contest.labels),
            missing=MISSING,
            path=(paths or Paths()).answers,
        )
        return Statement(texts, contract)

    def artifact(self, label: str, paths: Paths) -> Artifact:
        """All answers go to one file, each in its labelled section."""
        return Artifact(paths.answers, label)

    def parse(self, output: str, labels: Sequence[str], source: Source = "completion") -> dict[str, Parsed]:
        """Read ``<answer>…</answer>`` in labelled sections (`contests.sections`)."""
        return sections.parse(output, labels, MARKER, source)

    def write_answer(self, artifact: str, label: str, answer: str, labels: Sequence[str]) -> str:
        """The answer file with ``answer`` as the whole section of ``label``."""
        return sections.write(artifact, label, wrap(answer), labels, MARKER)

    def grade(self, problem: Problem, parsed: Parsed, context: GradeContext, label: str = "A") -> Verdict:
        """Full credit by the generator's scorer, behind its guard; see `contests.ar.grading`."""
        if parsed.status is ParseStatus.ANSWER:
            return grade_answer(problem, parsed.answer, label)
        outcome = Outcome.MISSING if parsed.status is ParseStatus.MISSING else Outcome.UNPARSED
        return Verdict(outcome, label, problem.id, parsed.reason)

    def commands(self) -> Mapping[str, DomainCommand]:
        """None: there is nothing to ask during an episode."""
        return {}

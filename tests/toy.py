"""A toy domain for tests of the core: sums, answered as lines ``A = 3``. No Reasoning Gym needed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from r3env.domain import Artifact, DomainCommand, GradeContext, Setting, Source, Statement
from r3env.paths import Paths
from r3env.problem import Contest, Problem
from r3env.verdict import Outcome, Parsed, Verdict

TIERS = ("easy", "easy", "easy", "medium", "medium", "hard")


class Toy:
    """Sums."""

    name = "toy"
    version = "1"
    missing_marker = "No answer"

    def state(
        self, contest: Contest, setting: Setting, paths: Paths | None = None, *, with_difficulty: bool = False
    ) -> Statement:
        texts = {
            label: p.statement + (f" ({p.tier})" if with_difficulty else "") for label, p in contest.items()
        }
        return Statement(texts, "One line for each problem, such as `A = 3`.")

    def artifact(self, label: str, paths: Paths) -> Artifact:
        return Artifact(paths.answers, label)

    def parse(self, output: str, labels: Sequence[str], source: Source = "completion") -> dict[str, Parsed]:
        found: dict[str, Parsed] = {}
        for label in labels:
            lines = list(re.finditer(rf"^{label} = ?(.*)$", output, re.MULTILINE))
            if not lines:
                found[label] = Parsed.missing()
            elif len(lines) > 1:
                found[label] = Parsed.unparsed("duplicate")
            elif lines[0][1].strip() == self.missing_marker:
                found[label] = Parsed.missing("marker", lines[0].span())
            else:
                found[label] = Parsed.of(lines[0][1].strip(), lines[0].span())
        return found

    def write_answer(self, artifact: str, label: str, answer: str, labels: Sequence[str]) -> str:
        kept = [line for line in artifact.splitlines() if not line.startswith(f"{label} =")]
        return "\n".join([*kept, f"{label} = {answer}"]) + "\n"

    def grade(self, problem: Problem, parsed: Parsed, context: GradeContext, label: str = "A") -> Verdict:
        if parsed.answer == "crash":
            raise RuntimeError("boom-17")
        right = parsed.answer == str(problem.reference)
        outcome = Outcome.CORRECT if right else Outcome.WRONG
        reason = "" if right else f"{parsed.answer} != {problem.reference}"
        return Verdict(outcome, label, problem.id, reason, parsed.answer)

    def commands(self) -> Mapping[str, DomainCommand]:
        return {}


def contest(number: int = 1, size: int = 6) -> Contest:
    """Contest ``toy/00N``: problem i asks for i + number."""
    problems = [
        Problem(
            id=f"toy-{number}-{i}",
            domain="toy",
            title=f"Sum {i}",
            statement=f"What is {i} + {number}?",
            reference=i + number,
            tier=TIERS[i % 6],  # type: ignore[arg-type]
        )
        for i in range(size)
    ]
    return Contest(f"toy/{number:03d}", "toy", tuple(problems))


def answers(contest: Contest, right: str = "ABCDEF") -> str:
    """A reply that answers the labels in ``right`` correctly."""
    return "\n".join(f"{label} = {p.reference}" for label, p in contest.items() if label in right)

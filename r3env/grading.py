"""Grading at the end of an episode: every label gets a verdict, and a grader that fails is not a wrong answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from r3env.domain import Domain, GradeContext, Source
from r3env.errors import Blame, InfrastructureError
from r3env.problem import Contest, Problem
from r3env.verdict import Outcome, Parsed, ParseStatus, Verdict

_PASS_THROUGH = {ParseStatus.MISSING: Outcome.MISSING, ParseStatus.UNPARSED: Outcome.UNPARSED}


def parse_answers(
    domain: Domain, output: str, labels: Sequence[str], source: Source = "completion"
) -> dict[str, Parsed]:
    """Read the answers; a parser that raises is infrastructure, not a bad answer.

    Raises:
        InfrastructureError: the domain's parser raised, which its contract forbids.
    """
    try:
        return domain.parse(output, labels, source)
    except Exception as error:  # the boundary of extension code
        message = f"the parser of domain {domain.name!r} failed: {type(error).__name__}: {error}"
        raise InfrastructureError(message, blame=Blame.GRADER, kind="parser_error") from error


def grade_one(domain: Domain, problem: Problem, parsed: Parsed, context: GradeContext, label: str) -> Verdict:
    """Judge one answer; an exception of the grader becomes a `grader_error` verdict."""
    if parsed.status in _PASS_THROUGH:
        return Verdict(_PASS_THROUGH[parsed.status], label, problem.id, parsed.reason)
    try:
        return domain.grade(problem, parsed, context, label)
    except Exception as error:  # the boundary of extension code
        reason = f"{type(error).__name__}: {error}"[:500]
        return Verdict(Outcome.GRADER_ERROR, label, problem.id, reason, parsed.answer)


def grade_contest(
    domain: Domain, contest: Contest, parsed: Mapping[str, Parsed], context: GradeContext | None = None
) -> tuple[Verdict, ...]:
    """Verdicts in label order. In target-in-suite stress the distractors are *missing* by definition."""
    context = context or GradeContext()
    verdicts = []
    for label, problem in contest.items():
        if contest.target not in (None, label):
            verdicts.append(Verdict(Outcome.MISSING, label, problem.id, "distractor: only the target counts"))
        else:
            answer = parsed.get(label, Parsed.missing())
            verdicts.append(grade_one(domain, problem, answer, context, label))
    return tuple(verdicts)

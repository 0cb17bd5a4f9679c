"""Conformance suite of domains: `check_domain` raises on the first promise of `r3env.domain` that is broken.

Run it on a new domain with one of its contests; it needs no model and no environment.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from r3env.domain import Domain, GradeContext, Setting, Statement
from r3env.errors import told
from r3env.fingerprint import canonical
from r3env.paths import Paths
from r3env.problem import Contest, Problem
from r3env.verdict import Outcome, Parsed, ParseStatus, Verdict

JUNK = (
    "",
    " ",
    "None",
    "null",
    "nan",
    "-inf",
    "[]",
    "{}",
    "[[[[",
    "((((((((",
    "0/0",
    "9**9**9**9",
    "1e999999999",
    "9" * 5000,
    "__import__('os').system('exit 1')",
    "\x00\x1b[31m",
    "\ud800",
    "🙂" * 50,
    "</answer><answer>",
    "\\boxed{\\boxed{",
    "```\n",
    "the answer is left to the reader",
)
"""Texts that no problem accepts and that no grader or parser may trip over."""


class ConformanceError(AssertionError):
    """A domain breaks its contract; the message says which promise, on which problem, and what came."""


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ConformanceError(message)


def check_domain(domain: Domain, contest: Contest, *, context: GradeContext | None = None) -> int:
    """Check one domain against one of its contests.

    Args:
        domain: the implementation.
        contest: a contest of it with references; the more kinds of problem it holds, the better the check.
        context: what its grader needs; an empty context by default.

    Returns:
        How many promises were checked.

    Raises:
        ConformanceError: the first broken promise.
    """
    ready = context if context is not None else GradeContext()
    checks = 0
    for check in (_names, _statements, _missing, _round_trips, _gold, _junk, _records):
        try:
            for _ in check(domain, contest, ready):
                checks += 1
        except ConformanceError:
            raise
        except Exception as error:  # the domain's own code: anything may happen there
            raise ConformanceError(f"check of {check.__name__.strip('_')}: raised {told(error)}") from error
    return checks


def _names(domain: Domain, contest: Contest, context: GradeContext) -> Iterator[None]:
    _require(isinstance(domain, Domain), f"{domain!r} lacks members of r3env.domain.Domain")
    yield
    _require(
        domain.name == contest.domain, f"domain {domain.name!r} was given a contest of {contest.domain!r}"
    )
    yield
    _require(
        bool(domain.version) and bool(domain.missing_marker), "version and missing_marker must not be empty"
    )
    yield
    for name, command in domain.commands().items():
        _require(name == command.name and command.charge >= 0, f"command {name!r}: name or charge is wrong")
        yield


def _shown(statement: Statement) -> str:
    files = "\n".join(content.decode("utf-8", "replace") for content in statement.files.values())
    return "\n".join([*statement.problems.values(), statement.contract, statement.notes, files])


def _statements(domain: Domain, contest: Contest, context: GradeContext) -> Iterator[None]:
    """What a prompt shows comes from the public fields alone."""
    settings: tuple[Setting, ...] = ("tool_free", "agentic")
    for setting in settings:
        for played in (contest, contest.single(contest.labels[0])):
            shown = domain.state(played, setting, Paths())
            _require(
                tuple(shown.problems) == played.labels, f"{setting}: expected a text for {played.labels}"
            )
            yield
            public = domain.state(played.public(), setting, Paths())
            _require(
                _shown(public) == _shown(shown),
                f"{setting}: the statement changes when reference, tier, metadata and provenance are taken away",
            )
            yield
            named = all(label in shown.contract for label in played.labels)
            _require(len(played) == 1 or named, f"{setting}: the answer contract does not name every label")
            yield
    told = domain.state(contest, "tool_free", with_difficulty=True).problems
    silent = domain.state(contest, "tool_free").problems
    for label, problem in contest.items():
        shows = problem.tier is None or (str(problem.tier) in told[label] and told[label] != silent[label])
        _require(shows, f"{problem.id}: with_difficulty does not show the tier")
        yield


def _missing(domain: Domain, contest: Contest, context: GradeContext) -> Iterator[None]:
    """The missing marker and an empty reply are missing, in every source."""
    empty = domain.parse("", contest.labels)
    _require(tuple(empty) == contest.labels, "parse must return every label in order")
    yield
    for label, problem in contest.items():
        _require(empty[label].status is ParseStatus.MISSING, f"{label}: an empty reply must be missing")
        yield
        for marker in (
            domain.missing_marker,
            domain.missing_marker.upper(),
            f" {domain.missing_marker.lower()}\n",
        ):
            artifact = domain.write_answer("", label, marker, contest.labels)
            parsed = domain.parse(artifact, contest.labels, "artifact")[label]
            _require(
                parsed.status is ParseStatus.MISSING,
                f"{label}: the marker {marker!r} must be missing, got {parsed}",
            )
            yield
        verdict = domain.grade(problem, empty[label], context, label)
        _require(
            verdict.outcome is Outcome.MISSING, f"{problem.id}: missing must pass through, got {verdict}"
        )
        yield
        verdict = domain.grade(problem, Parsed.unparsed("broken"), context, label)
        _require(
            verdict.outcome is Outcome.UNPARSED, f"{problem.id}: unparsed must pass through, got {verdict}"
        )
        yield


def _round_trips(domain: Domain, contest: Contest, context: GradeContext) -> Iterator[None]:
    """`write_answer` then `parse` gives every answer back, in any order of writing, also after rewriting."""
    answers = {label: str(problem.reference) for label, problem in contest.items()}
    for order in (contest.labels, tuple(reversed(contest.labels)), (*contest.labels, contest.labels[0])):
        files: dict[str, str] = {}
        for label in order:
            path = domain.artifact(label, Paths()).path
            files[path] = domain.write_answer(files.get(path, ""), label, answers[label], contest.labels)
        for label, answer in answers.items():
            content = files[domain.artifact(label, Paths()).path]
            parsed = domain.parse(content, contest.labels, "artifact")[label]
            same = parsed.status is ParseStatus.ANSWER and parsed.answer.strip() == answer.strip()
            _require(same, f"{label}: wrote {answer[:60]!r}, read back {parsed}")
            yield


def _judge(domain: Domain, problem: Problem, answer: str, context: GradeContext, label: str) -> Verdict:
    try:
        return domain.grade(problem, Parsed.of(answer), context, label)
    except Exception as error:
        raise ConformanceError(f"{problem.id}: grading {answer[:60]!r} raised {error!r}") from error


def _gold(domain: Domain, contest: Contest, context: GradeContext) -> Iterator[None]:
    """Every reference is right through the real grader, blanks and line ends around it included."""
    for label, problem in contest.items():
        gold = str(problem.reference)
        for answer in (gold, f" {gold} ", f"\n{gold}\n"):
            verdict = _judge(domain, problem, answer, context, label)
            _require(verdict.correct, f"{problem.id}: its own reference as {answer[:60]!r} is {verdict}")
            yield
        _require(
            (verdict.label, verdict.problem_id) == (label, problem.id),
            f"{problem.id}: the verdict names {verdict.label} {verdict.problem_id}",
        )
        yield


def _junk(domain: Domain, contest: Contest, context: GradeContext) -> Iterator[None]:
    """Junk is wrong and never an exception; neither is reading it."""
    for label, problem in contest.items():
        for junk in (*JUNK, problem.statement):
            if junk.strip() == str(problem.reference).strip():
                continue
            verdict = _judge(domain, problem, junk, context, label)
            _require(
                verdict.outcome is Outcome.WRONG, f"{problem.id}: {junk[:60]!r} must be wrong, got {verdict}"
            )
            _require(
                len(verdict.reason) <= 300, f"{problem.id}: the reason has {len(verdict.reason)} characters"
            )
            yield
    for junk in JUNK:
        for labels in (contest.labels, contest.labels[:1]):
            for parsed in (domain.parse(junk, labels), domain.parse(junk, labels, "artifact")):
                _require(
                    tuple(parsed) == tuple(labels), f"parse({junk[:40]!r}) must return every label in order"
                )
                yield


def _records(domain: Domain, contest: Contest, context: GradeContext) -> Iterator[None]:
    """A contest survives canonical JSON, and its problems grade the same afterwards."""
    again = Contest.from_dict(json.loads(canonical(contest.to_dict())))
    _require(
        canonical(again.to_dict()) == canonical(contest.to_dict()), "the contest changes in canonical JSON"
    )
    yield
    for (label, problem), copy in zip(contest.items(), again, strict=True):
        verdict = _judge(domain, copy, str(copy.reference), context, label)
        _require(verdict.correct, f"{problem.id}: after canonical JSON its reference is {verdict}")
        yield

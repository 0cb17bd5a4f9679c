"""Bookkeeping commands: recognized alone, refused with a lesson when malformed, unknown inside a line."""

from __future__ import annotations

import pytest

from r3env.decision import Kind, SubClass
from r3env.shell import Context, classify
from r3env.shell.bookkeeping import Bookkeeping, parse

LABELS = ("A", "B", "C", "D", "E", "F")


@pytest.mark.parametrize(
    ("command", "expected"),
    [("focus_problem B", Bookkeeping("focus_problem", "B")),
     ("  focus_problem b \n", Bookkeeping("focus_problem", "B")),
     ("focus_problem 2", Bookkeeping("focus_problem", "B")), ("focus_problem 'B'", Bookkeeping("focus_problem", "B")),
     ("shelve_problem", Bookkeeping("shelve_problem")), ("shelve_problem C", Bookkeeping("shelve_problem", "C")),
     ("shelve_problem C too long, later", Bookkeeping("shelve_problem", "C", "too long, later")),
     ("shelve_problem it is hard", Bookkeeping("shelve_problem", None, "it is hard")),
     ("contest_status", Bookkeeping("contest_status")), ("mark_task_complete", Bookkeeping("mark_task_complete")),
     ("submit_answer A 42", Bookkeeping("submit_answer", "A", "42")),
     ("submit_answer A '\\boxed{42}'", Bookkeeping("submit_answer", "A", "\\boxed{42}")),
     ('submit_answer A "\\boxed{42}"', Bookkeeping("submit_answer", "A", "\\boxed{42}")),
     ("submit_answer A \\boxed{\\frac{1}{2}}", Bookkeeping("submit_answer", "A", "\\boxed{\\frac{1}{2}}")),
     ("submit_answer A '1 2\n3 4'", Bookkeeping("submit_answer", "A", "1 2\n3 4")),
     ("submit_answer A 'a; b && c | d'", Bookkeeping("submit_answer", "A", "a; b && c | d")),
     ("submit_answer A x < 3", Bookkeeping("submit_answer", "A", "x < 3")),
     ("submit_answer A don't know", Bookkeeping("submit_answer", "A", "don't know")),
     ("submit_answer A 'it'\"'\"'s'", Bookkeeping("submit_answer", "A", "it's"))],
)  # fmt: skip
def test_well_formed(command: str, expected: Bookkeeping) -> None:
    found = parse(command, LABELS)
    assert found == expected
    assert (found.decision.kind, found.decision.subclass) == (Kind.FREE, SubClass.BOOKKEEPING)


@pytest.mark.parametrize(
    "command",
    ["focus_problem", "focus_problem G", "focus_problem 7", "focus_problem 0", "focus_problem A B", "submit_answer",
     "submit_answer A", "submit_answer Z 4", "submit_answer A ''", "contest_status now", "mark_task_complete A",
     "submit_answer A 1 2\n3 4", "focus_problem ²", "contest_status\nls", "mark_task_complete\nls",
     "focus_problem A\nls",
     "shelve_problem\nls", "shelve_problem A\nls", "shelve_problem G", "shelve_problem 7"],
)  # fmt: skip
def test_malformed_is_a_protocol_error_with_a_lesson(command: str) -> None:
    found = parse(command, LABELS)
    assert found is not None
    decision = classify(command, Context(labels=LABELS))
    assert (decision.kind, decision.subclass) == (Kind.ERROR, SubClass.PROTOCOL)
    assert decision.reason == found.error
    assert command.split()[0] in decision.reason


@pytest.mark.parametrize(
    "command",
    ["ls", "", "focus_problems A", "echo focus_problem A", "focus_problem A && ls", "focus_problem A; ls",
     "ls; contest_status", "contest_status | head", "(contest_status)", "submit_answer A 42 && ls",
     "mark_task_complete &", "FOCUS_PROBLEM A"],
)  # fmt: skip
def test_anything_else_is_not_bookkeeping(command: str) -> None:
    assert parse(command, LABELS) is None


@pytest.mark.parametrize(
    "command", ["focus_problem A && ls", "ls; contest_status", "submit_answer A 42 | cat"]
)
def test_inside_a_line_it_is_an_unknown_program_and_said_so(command: str) -> None:
    decision = classify(command)
    assert decision.kind is Kind.COUNTED
    assert "only when it stands alone" in decision.reason


def test_labels_are_those_of_the_contest() -> None:
    assert classify("focus_problem C", Context(labels=("A", "B"))).kind is Kind.ERROR
    assert classify("focus_problem C", Context(labels=("A", "B", "C"))).problems == ("C",)

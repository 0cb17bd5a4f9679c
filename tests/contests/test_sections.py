"""The strict parser: a table of outputs with the exact outcome of every problem."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contests.ar.domain import AbstractReasoning
from r3env.verdict import ParseStatus

LABELS = tuple("ABCDEF")
DOMAIN = AbstractReasoning()
ALL = "0 1 2 3 4 5"
M, U = "missing", "unparsed"


def tag(answer: object) -> str:
    return f"<answer>{answer}</answer>"


def each(pattern: str, join: str = "\n", labels: tuple[str, ...] = LABELS) -> str:
    return join.join(pattern.format(label=label, n=i + 1, tag=tag(i)) for i, label in enumerate(labels))


def outcome(text: str, labels: tuple[str, ...] = LABELS, source: str = "completion") -> list[str]:
    parsed = DOMAIN.parse(text, labels, source)  # type: ignore[arg-type]
    assert tuple(parsed) == labels
    return [p.answer if p.status is ParseStatus.ANSWER else str(p.status) for p in parsed.values()]


WELL_FORMED = [
    each("Problem {label}\n{tag}"),
    each("Problem {label}:\n{tag}"),
    each("problem {label}\n{tag}"),
    each("PROBLEM {label} - a title\n{tag}"),
    each("## Problem {label}: a title\nworking\n{tag}\n"),
    each("### {label}. a title\n{tag}"),
    each("# {label}\n{tag}"),
    each("**{label}.** {tag}"),
    each("**Problem {label}** (short)\n{tag}"),
    each("**Problem {label}:** a title\n\n{tag}"),
    each("- **{label}**: {tag}"),
    each("__{label}__\n{tag}"),
    each("> Problem {label}\n> {tag}"),
    each("{label}: {tag}"),
    each("{label}. {tag}"),
    each("{label}) {tag}"),
    each("({label}) {tag}"),
    each("[{label}] {tag}"),
    each("{label}\n{tag}"),
    each("Answer to Problem {label}: {tag}"),
    each("Answer {label}: {tag}"),
    each("Section {label}\n{tag}"),
    each("Question {n}\n{tag}"),
    each("Problem {n}: a title\n{tag}"),
    each("Problem #{n}\n{tag}"),
    each("### {n}. a title\n{tag}"),
    each("{n}. {tag}"),
    each("{label}: {tag}", join=" "),
    each("Problem {label}\r\n{tag}", join="\r\n"),
    each("Problem {label}\n<ANSWER>{n}</ANSWER> then {tag}"),
    "```\n" + each("Problem {label}\n{tag}") + "\n```",
    each("{tag}"),
    each("My answer: {tag}", join=" and "),
    "Let me think about A. and B.\n" + each("Problem {label}\n{tag}") + "\n\nGood luck to all.",
    each("Problem {label}\nFinal answer: 9\n{tag}"),
]


@pytest.mark.parametrize("text", WELL_FORMED)
def test_every_well_formed_layout_gives_every_answer(text: str) -> None:
    assert outcome(text) == ALL.split()


@pytest.mark.parametrize(
    "header",
    ["Problem {}\n", "Problem {} ", "PROBLEM {}  ", "## {} ", "({}) ", "{} ", "Problem {}", "Problem #{} "],
)
def test_a_shuffled_order_follows_the_labels(header: str) -> None:
    text = "".join(f"{header.format(label)}{tag(label.lower())}\n" for label in "FBDACE")
    assert outcome(text) == list("abcdef")


def test_a_byte_order_mark_hides_no_section() -> None:
    text = f"\ufeffProblem A\n{tag(1)}\nProblem B\n{tag(2)}\n"
    for source in ("completion", "artifact"):
        assert outcome(text, LABELS[:2], source) == ["1", "2"]
    again = DOMAIN.write_answer(text, "A", "3", LABELS[:2])
    assert outcome(again, LABELS[:2], "artifact") == ["3", "2"]


MALFORMED = [
    # what, text, outcome of A … F
    ("nothing", "", [M] * 6),
    ("prose", "I could not solve any of them.", [M] * 6),
    ("five unlabelled", each("{tag}", labels=tuple("ABCDE")), [U] * 6),
    ("seven unlabelled", each("{tag}", labels=tuple("ABCDEFG")), [U] * 6),
    ("six unlabelled, one more opened", each("{tag}") + "<answer>", [U] * 6),
    ("one label only", f"Problem C\n{tag(7)}", [M, M, "7", M, M, M]),
    ("duplicate", f"Problem A\n{tag(1)}\nProblem A\n{tag(1)}\nProblem B\n{tag(2)}", [U, "2", M, M, M, M]),
    ("duplicate, far apart", each("Problem {label}\n{tag}") + f"\nProblem A\n{tag(0)}", [U, *"12345"]),
    ("extra section", each("Problem {label}\n{tag}") + f"\nProblem G\n{tag(9)}", list("012345")),
    ("extra number", each("Problem {n}\n{tag}") + f"\nProblem 7\n{tag(9)}", list("012345")),
    ("unclosed, next is whole", f"Problem A\n<answer>1\nProblem B\n{tag(2)}", [U, "2", M, M, M, M]),
    ("closed in the next section", "Problem A\n<answer>1\nProblem B\n2</answer>", [U, M, M, M, M, M]),
    ("unclosed at the end", f"Problem A\n{tag(1)}\nProblem B\n<answer>2", ["1", U, M, M, M, M]),
    ("unclosed after a whole one", f"Problem A\n{tag(1)} no: <answer>2", [U, M, M, M, M, M]),
    ("opened twice", "Problem A\n<answer>1 <answer>2</answer>", ["2", M, M, M, M, M]),
    ("section without a tag", f"Problem A\nIt is 5.\nProblem B\n{tag(2)}", [M, "2", M, M, M, M]),
    ("closing tag alone", "Problem A\n5</answer>", [M, M, M, M, M, M]),
    ("marker", f"Problem A\n{tag('No answer')}\nProblem B\n{tag(' NO  ANSWER. ')}", [M] * 6),
    ("empty tag", f"Problem A\n{tag('')}\nProblem B\n{tag('  ')}", ["", "", M, M, M, M]),
    ("last tag wins", f"Problem A\n{tag(1)} better: {tag(2)}", ["2", M, M, M, M, M]),
    (
        "final-answer line",
        "Problem A\nso\n**Final answer:** 12\nProblem B\nFinal Answer: No answer",
        ["12"] + [M] * 5,
    ),
    ("last final-answer line", "Problem A\nFinal answer: 1\nThe final answer is: 2", ["2"] + [M] * 5),
    ("final-answer line, unclosed tag", "Problem A\nFinal answer: 1\n<answer>1", [U] + [M] * 5),
    ("final-answer line outside", "Final answer: 1\nProblem B\n<answer>2</answer>", [M, "2", M, M, M, M]),
    ("options in a section", f"Problem A\nA. one\nB. two\n{tag('B')}", ["B", M, M, M, M, M]),
    ("steps in a section", f"A:\n1. one\n2. two\n{tag(4)}\nB:\n1. one\n{tag(5)}", ["4", "5", M, M, M, M]),
    ("labels inside a tag", f"A:\n{tag('A: 1' + chr(10) + 'B: 2')}", ["A: 1\nB: 2", M, M, M, M, M]),
    (
        "word in place of a label",
        f"Problem A\nA problem is a problem.\nProblem solved.\n{tag(3)}",
        ["3"] + [M] * 5,
    ),
    (
        "prose that begins with a label",
        f"Problem A\nProblem B is harder than this.\n{tag(3)}",
        ["3"] + [M] * 5,
    ),
    ("comment in code", f"Problem A\n```\n# B. compute\n```\n{tag(3)}", ["3"] + [M] * 5),
    ("answer before the first label", f"{tag(1)}\nProblem B\n{tag(2)}", [M, "2", M, M, M, M]),
    ("numbered prose, six tags", "1. look\n1. think\n" + each("{tag}"), list("012345")),
]


@pytest.mark.parametrize(("what", "text", "expected"), MALFORMED, ids=[row[0] for row in MALFORMED])
def test_malformed_outputs(what: str, text: str, expected: list[str]) -> None:
    assert outcome(text) == expected


ARTIFACTS = [
    ("one each", each("Problem {label}:\n{tag}\n"), list("012345")),
    ("two tags", f"Problem A\n{tag(1)}\n{tag(1)}\nProblem B\n{tag(2)}", [U, "2", M, M, M, M]),
    ("opened and never closed before a whole one", f"Problem A\n<answer>\n{tag(1)}", [U] + [M] * 5),
    ("two final-answer lines", "Problem A\nFinal answer: 1\nFinal answer: 1", [U] + [M] * 5),
    ("reasoning tags are text", f"</think>\nProblem A\n{tag(1)}", ["1"] + [M] * 5),
]


@pytest.mark.parametrize(("what", "text", "expected"), ARTIFACTS, ids=[row[0] for row in ARTIFACTS])
def test_artifacts_hold_exactly_one_answer_a_section(what: str, text: str, expected: list[str]) -> None:
    assert outcome(text, source="artifact") == expected


SINGLE = [
    ("no section needed", f"It is {tag(4)}.", "4", "4"),
    ("a section does no harm", f"Problem A\n{tag(4)}", "4", "4"),
    ("last wins", f"{tag(4)} or {tag(5)}", "5", U),
    ("final-answer line", "Final answer: 4", "4", "4"),
    ("unclosed", "<answer>4", U, U),
    ("nothing", "four", M, M),
    ("marker", tag("no answer"), M, M),
]


@pytest.mark.parametrize(("what", "text", "completion", "artifact"), SINGLE, ids=[row[0] for row in SINGLE])
def test_single_problem(what: str, text: str, completion: str, artifact: str) -> None:
    assert outcome(text, ("A",)) == [completion]
    assert outcome(text, ("A",), "artifact") == [artifact]


THINKING = [
    ("unclosed", f"<think>maybe {tag(4)}", M),
    ("closed", f"<think>{tag(4)}</think>So {tag(6)}", "6"),
    ("closed, no answer after it", f"<think>{tag(4)}</think>So I stop.", M),
    ("opened by the template", f"r</think>{tag(5)}. The tag </think> ends it.", "5"),
    ("draft before a stray end", f"{tag(4)} no</think>{tag(5)}", "5"),
    ("stray end, no answer after it", f"{tag(5)}. The tag </think> ends it.", "5"),
    ("quoted in backticks", f"{tag(6)} with `<think>` in backticks", "6"),
    ("named in prose", f"{tag(6)}: I used the <think> tag.", "6"),
    ("opened again at a line start", f"{tag(6)}\n<think>or {tag(7)}", "6"),
    ("other spelling", f"<thinking>{tag(4)}</thinking>{tag(6)}", "6"),
    ("case", f"<THINK>{tag(4)}</Think>{tag(6)}", "6"),
]


@pytest.mark.parametrize(("what", "text", "expected"), THINKING, ids=[row[0] for row in THINKING])
def test_inline_reasoning_is_not_the_answer(what: str, text: str, expected: str) -> None:
    assert outcome(text, ("A",)) == [expected]


def test_a_section_may_follow_reasoning_on_its_line() -> None:
    assert outcome(f"<think>Problem A\n{tag(1)}</think>Problem A\n{tag(2)}")[0] == "2"


def test_spans_cover_the_section_in_the_original_text() -> None:
    text = f"<think>long</think>\nProblem A\nwork {tag(1)}\nProblem B\n{tag(2)}\n"
    parsed = DOMAIN.parse(text, LABELS)
    start, end = parsed["A"].span or (0, 0)
    assert text[start:end] == f"Problem A\nwork {tag(1)}\n"
    start, end = parsed["B"].span or (0, 0)
    assert text[start:end] == f"Problem B\n{tag(2)}\n"
    assert parsed["C"].span is None


def test_contests_of_other_sizes() -> None:
    labels = tuple("ABCDEFGH")
    assert outcome(each("Problem {label}\n{tag}", labels=labels), labels) == list("01234567")
    assert outcome(each("{tag}", labels=labels), labels) == list("01234567")


MARKS = [
    "Problem A",
    "Problem B\n",
    "\nB:",
    "## C",
    "**D**",
    "1.",
    "(E)",
    "<answer>",
    "</answer>",
    "Final answer: 3",
]
TEXTS = [
    "<think>",
    "</think>",
    "`",
    "```",
    "\n",
    " ",
    "x",
    "No answer",
    "# ",
    "é",
    "\ud800",
    "\x00",
    "\r\n",
    "*" * 9,
]
PIECES = st.sampled_from([*MARKS, *TEXTS])


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from([LABELS, ("A",), LABELS[:2]]))
def test_any_text_is_read_without_an_exception(text: str, labels: tuple[str, ...]) -> None:
    for source in ("completion", "artifact"):
        for parsed in DOMAIN.parse(text, labels, source).values():  # type: ignore[arg-type]
            assert (parsed.status is ParseStatus.ANSWER) or parsed.reason
            if parsed.span is not None:
                assert 0 <= parsed.span[0] <= parsed.span[1] <= len(text)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_arbitrary_unicode_is_read_without_an_exception(text: str) -> None:
    DOMAIN.parse(text, LABELS)


UNITS = [
    "<answer>",
    "</answer>",
    "<think>",
    "</think>",
    "Problem A\n",
    "A:\n",
    "#",
    "*",
    " ",
    "\n",
    "```\n",
    "> ",
]
MORE_UNITS = [
    "`<think>`",
    "<answer>1</answer>",
    "<answer>1</answer> A: ",
    "1.\n",
    "Final answer: ",
    "x" * 999 + "\n",
]


@pytest.mark.parametrize("unit", [*UNITS, *MORE_UNITS])
def test_a_megabyte_is_read(unit: str) -> None:
    """Quadratic reading would run into the time limit of the test."""
    text = unit * (1_000_000 // len(unit))
    assert tuple(DOMAIN.parse(text, LABELS)) == LABELS


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(LABELS), st.text("ab1 \n", min_size=1, max_size=8)), max_size=12),
    st.sampled_from(["", "notes\n", "A: <answer>0</answer>\n", "## Problem 2\n<answer>x</answer>"]),
)
def test_written_answers_are_read_back(writes: list[tuple[str, str]], start: str) -> None:
    content, expected = start, {}
    for label, answer in writes:
        content = DOMAIN.write_answer(content, label, answer, LABELS)
        expected[label] = answer.strip()
    parsed = DOMAIN.parse(content, LABELS, "artifact")
    for label, answer in expected.items():
        assert (parsed[label].status, parsed[label].answer) == (ParseStatus.ANSWER, answer)


def test_stray_fences_in_answers_hide_no_section() -> None:
    artifact, answers = (
        "",
        {"A": "```\n1 2\n3 4", "B": "5", "C": "```\n6\n```", "D": "x\n```", "E": "7", "F": "x\n```"},
    )
    for label, answer in answers.items():
        artifact = DOMAIN.write_answer(artifact, label, answer, LABELS)
    for source in ("artifact", "completion"):
        assert outcome(artifact, LABELS, source) == list(answers.values())
    whole = "```\n" + each("Problem {label}\n<answer>\n```\n{n}\n```\n</answer>") + "\n```"
    assert [a.strip("`\n") for a in outcome(whole)] == list("123456")


def test_writing_keeps_the_other_sections_and_mends_duplicates() -> None:
    content = f"notes\nA: {tag(1)}\nB: title\n{tag(2)}\nB: {tag(3)}\n"
    content = DOMAIN.write_answer(content, "B", "<answer>9</answer>", LABELS)
    assert content.startswith("notes\n")
    assert outcome(content, source="artifact") == ["1", "9", M, M, M, M]
    content = DOMAIN.write_answer(content, "F", "No answer", LABELS)
    assert outcome(content, source="artifact") == ["1", "9", M, M, M, M]
    assert DOMAIN.write_answer("old", "A", "5", ("A",)) == "<answer>5</answer>\n"

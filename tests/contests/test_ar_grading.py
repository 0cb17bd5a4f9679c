"""Graders: full credit only, references right, junk wrong, upstream's faults closed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contests import Suite
from contests.ar import client, expressions
from contests.ar.grading import LONGEST, difference
from contests.ar.guards import GUARDS
from r3env.domain import Domain, GradeContext
from r3env.problem import Problem
from r3env.verdict import Outcome, Parsed, Verdict

Judge = Callable[[Problem, str], Verdict]
ByGenerator = dict[str, list[Problem]]


def test_every_reference_is_right_with_blanks_around_and_at_line_ends(suite: Suite, judge: Judge) -> None:
    for problem in suite.problems:
        gold = problem.reference
        for answer in (gold, f"  {gold}\t", f"\n{gold}\n\n", gold.replace("\n", "  \n")):
            assert judge(problem, answer).correct, (problem.id, answer)


def test_a_reference_of_another_problem_is_wrong_unless_it_solves_this_one_too(
    by_generator: ByGenerator, judge: Judge
) -> None:
    """Several answers can be right in puzzles; a value that is asked for is only one."""
    several = {"propositional_logic", "jugs"}
    for generator, problems in by_generator.items():
        for problem in problems:
            for other in problems:
                if other.reference != problem.reference and generator not in several:
                    assert judge(problem, other.reference).outcome is Outcome.WRONG, (
                        problem.id,
                        other.reference,
                    )


def test_distorted_references_are_wrong(suite: Suite, judge: Judge) -> None:
    for problem in suite.problems:
        gold = problem.reference
        twice = (
            () if problem.provenance["generator"] == "sokoban" else (f"{gold}\n{gold}",)
        )  # walking on is fine
        for answer in (gold + "7 9", gold[: len(gold) // 2], f"not {gold}", f"x{gold}x", *twice):
            if answer.strip() != gold.strip():
                verdict = judge(problem, answer)
                assert verdict.outcome is Outcome.WRONG, (problem.id, answer[:80])


FAULTS = [
    # generator, answers upstream accepts or trips over, made from the reference
    ("game_of_life_halting", lambda p: ["True", "banana", "0", "not False"]),
    ("puzzle24", lambda p: ["24+0+0+0", "6*4*1*1", "4*(7+5-6)+1/2", "24.5", "floor(24.9)+0*7*5*6"]),
    ("countdown", lambda p: [str(p.metadata["entry"]["target"]), p.reference + "+0", f"{p.reference} # 1"]),
    ("complex_arithmetic", lambda p: ["nan", "nan+nanj", "inf", "-nan", "nani"]),
    ("number_sorting", lambda p: ["[NaN]", p.reference.replace("17.0", "17.4").replace("-497.0", "-497.1")]),
    ("gsm_symbolic", lambda p: [f"-{p.reference}", f"{p.reference} or 12", f"not {p.reference}", "1 2 3"]),
    ("figlet_font", lambda p: [p.reference + "Q", (p.reference + "ABCDEFGHIJ")]),
    ("letter_jumble", lambda p: [p.reference + " and more words", p.reference + " " + p.reference]),
    ("word_sorting", lambda p: [p.reference + ", zebra", p.reference + ", " + p.reference]),
    ("game_of_life", lambda p: [p.reference[:-1] + ",[1,1,1]]", "{}", '{"0": 1}', "7", "[[[]]]"]),
    ("knights_knaves", lambda p: ["not " + p.reference, p.reference + " never"]),
    ("polynomial_equations", lambda p: ["nan, nan", p.reference + ", junk", "junk"]),
    ("quantum_lock", lambda p: ["The answer is " + p.reference, "ABC" * 9, "C B"]),
    ("sokoban", lambda p: ["I go " + p.reference, "x" + p.reference]),
    ("pool_matrix", lambda p: [p.reference.replace("9", "9.05").replace("4.64", "4.66").replace("8.0", "8.05")]),
    ("number_format", lambda p: ["475922.075", "475922"]),
    ("decimal_arithmetic", lambda p: [p.reference[:6], "NaN", "Infinity"]),
    ("simple_integration", lambda p: [f"Integral({p.metadata['entry']['integrand']}, X)", "X", "C"]),
    ("intermediate_integration", lambda p: [f"integrate({p.metadata['entry']['integrand']}, x)", "x"]),
    ("polynomial_multiplication", lambda p: [f"expand({p.reference})", f"sympify('{p.reference}')", "0"]),
    ("propositional_logic", lambda p: ["P ∨ anything", "P Q", "P ∨ ¬P", "(P", "P)", "P ∧"]),
    ("time_intervals", lambda p: [p.reference + ":99:99", p.reference + " or so", "5 potatoes"]),
    ("time_intervals", lambda p: ["04:81", "01:29:24.3345", "01:28:87.345"]),
    ("gsm_symbolic", lambda p: [f"{p.reference} {words}" for words in ("million", "and a half", "is not it")]),
    ("fraction_simplification", lambda p: [p.reference + " or 1/2", "1/0", "/"]),
    ("codeio", lambda p: [p.reference.replace("3", '"3"', 1) if "{" in p.reference else "true", "{}", "{]}"]),
    ("prime_factorization", lambda p: ["×", "2 × x", "", "2**181"]),
    ("calendar_arithmetic", lambda p: ["Someday", "Sunday Monday"]),
    ("rectangle_count", lambda p: ["many", "1.5", "-1"]),
    ("tower_of_hanoi", lambda p: ["Move disk 9 from Peg 9 to Peg 9", "Move"]),
    ("jugs", lambda p: ["[]", '["fly A"]', '["fill Z"]', "[1]"]),
    ("graph_color", lambda p: ["{}", '{"0": 1}', "[1, 2]"]),
    ("cryptarithm", lambda p: ["A", "A=x", "=", p.reference + ",?=1"]),
]  # fmt: skip


@pytest.mark.parametrize(("generator", "wrong"), FAULTS, ids=[row[0] for row in FAULTS])
def test_faults_of_upstream_scorers_are_closed(
    generator: str, wrong: Callable[[Problem], list[str]], by_generator: ByGenerator, judge: Judge
) -> None:
    for problem in by_generator[generator]:
        for answer in wrong(problem):
            if answer.strip() != problem.reference.strip():
                verdict = judge(problem, answer)
                assert verdict.outcome is Outcome.WRONG, (problem.id, answer, verdict)


EQUIVALENT = [
    ("puzzle24", lambda p: p.reference.replace(" ", "")),
    ("countdown", lambda p: f"({p.reference})"),
    ("complex_arithmetic", lambda p: p.reference.replace(" ", "").replace(".0", "")),
    ("number_sorting", lambda p: p.reference.replace("'", '"')),
    ("gsm_symbolic", lambda p: f"${p.reference}.00"),
    ("polynomial_equations", lambda p: ",".join(reversed(p.reference.split(", ")))),
    ("polynomial_multiplication", lambda p: " + ".join(reversed(p.reference.replace(" - ", " + -").split(" + ")))),
    ("simple_integration", lambda p: p.reference.replace(" + C", "")),
    ("fraction_simplification", lambda p: p.reference.replace("$", "").replace("dfrac", "frac")),
    ("propositional_logic", lambda p: f"({p.reference})"),
    ("codeio", lambda p: p.reference.replace(": ", ":")),
    ("game_of_life_halting", lambda p: p.reference.lower()),
    ("knights_knaves", lambda p: p.reference.rstrip(".")),
    ("quantum_lock", lambda p: p.reference.replace("→", "->")),
    ("sokoban", lambda p: " ".join(p.reference)),
    ("game_of_life", lambda p: p.reference.replace(",", ", ")),
    ("pool_matrix", lambda p: re.sub(r"\.0\b", "", p.reference)),
    ("time_intervals", lambda p: p.reference.lstrip("0")),
    ("gsm_symbolic", lambda p: f"**{p.reference}**"),
    ("gsm_symbolic", lambda p: f"$\\boxed{{{p.reference}}}$"),
    ("gsm_symbolic", lambda p: f"{p.reference} boys and girls."),
    ("quantum_lock", lambda p: f"`{p.reference}`"),
    ("quantum_lock", lambda p: f"{p.reference}."),
    ("sokoban", lambda p: f"**{p.reference}**."),
    ("fraction_simplification", lambda p: f"$${p.reference.strip('$')}$$"),
]  # fmt: skip


@pytest.mark.parametrize(("generator", "spelling"), EQUIVALENT, ids=[row[0] for row in EQUIVALENT])
def test_other_spellings_of_a_right_answer_stay_right(
    generator: str, spelling: Callable[[Problem], str], by_generator: ByGenerator, judge: Judge
) -> None:
    for problem in by_generator[generator]:
        assert judge(problem, spelling(problem)).correct, (problem.id, spelling(problem))


def test_no_solution_is_an_empty_answer(by_generator: ByGenerator, judge: Judge) -> None:
    none = replace(by_generator["polynomial_equations"][0], reference="")
    for answer in ("", " ", '""', "''"):
        assert judge(none, answer).correct, answer
    for answer in ("none", "[]", "0", '"'):
        assert not judge(none, answer).correct, answer


def test_the_exact_sum_is_right_where_the_reference_is_rounded(
    by_generator: ByGenerator, judge: Judge
) -> None:
    rounded = [p for p in by_generator["decimal_chain_sum"] if p.provenance["precision"]]
    assert rounded
    answers = {"10410749.89": "10410749.893", "13936.28019": "13936.280192"}
    assert {p.reference for p in rounded} == set(answers)
    for problem in rounded:
        assert judge(problem, answers[problem.reference]).correct
        assert not judge(problem, answers[problem.reference] + "1").correct


HOSTILE = [
    "9**9**9**9",
    "((9**99)**99)**99",
    "1e999999999",
    "1/1e99999999",
    "(" * 3000 + "1" + ")" * 3000,
    "-" * 3000 + "1",
]


def test_hostile_answers_neither_run_nor_hang(
    tmp_path: Path, by_generator: ByGenerator, judge: Judge
) -> None:
    mark = tmp_path / "mark"
    code = f"__import__('pathlib').Path({str(mark)!r}).touch()"
    for generator in GUARDS:
        problem = by_generator[generator][0]
        for answer in (*HOSTILE, code, f"[{code}]", f"x if {code} else x"):
            assert judge(problem, answer).outcome is Outcome.WRONG, (generator, answer[:60])
    assert not mark.exists()


@pytest.mark.parametrize(
    ("generator", "field", "answer"),
    [
        ("polynomial_multiplication", "", "0"),
        ("bitwise_arithmetic", "problem", "0x0"),
        ("simple_integration", "integrand", "X"),
        ("intermediate_integration", "integrand", "x"),
    ],
)
def test_a_reference_or_question_that_is_code_is_never_run(
    tmp_path: Path, by_generator: ByGenerator, judge: Judge, generator: str, field: str, answer: str
) -> None:
    """Suites and published files come from anybody; these scorers evaluate what stands in the entry."""
    mark, problem = tmp_path / "mark", by_generator[generator][0]
    code = f"__import__('os').system('touch {mark}')"
    entry = {**problem.metadata["entry"], **({field: code} if field else {})}
    evil = replace(problem, reference=problem.reference if field else code, metadata={"entry": entry})
    assert judge(evil, answer).outcome is Outcome.GRADER_ERROR
    assert not mark.exists()


def test_a_scorer_that_is_ended_from_outside_makes_no_right_answer_wrong(
    suite: Suite, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A suspended run or a machine short of memory ends the child once; the answer is not to blame."""
    problem, score, calls = suite.problems[0], client.score, []

    def dies_once(*given: object) -> dict[str, object]:
        calls.append(given)
        if len(calls) == 1:
            raise client.WorkerDiedError("limit")
        return score(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(client, "score", dies_once)
    assert judge(problem, problem.reference).correct


def test_an_answer_that_kills_the_scorer_is_wrong(
    suite: Suite, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem, score = suite.problems[0], client.score

    def dies(*given: object) -> dict[str, object]:
        if given[-1] != [problem.reference]:
            raise client.WorkerDiedError("limit")
        return score(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(client, "score", dies)
    verdict = judge(problem, "7")
    assert (verdict.outcome, verdict.detail["raised"]) == (Outcome.WRONG, "time or memory limit")

    def always_dies(*given: object) -> dict[str, object]:
        raise client.WorkerDiedError("limit")

    monkeypatch.setattr(client, "score", always_dies)
    assert judge(problem, "7").outcome is Outcome.GRADER_ERROR
    monkeypatch.setattr(client, "score", lambda *_: {"error": "KeyError: 'x'"})
    assert judge(problem, "7").reason == "KeyError: 'x'"


def test_reasons_are_short() -> None:
    assert difference("41", "42") == "41 != 42"
    assert difference(" ", "42") == "empty answer"
    assert len(difference("a" * 500, "b" * 500)) < 100
    assert difference("a" * 50 + "x", "a" * 50 + "y").endswith("differs from the reference at character 50")
    assert difference("a" * 50, "a" * 51).endswith("at character 50")


def test_very_long_answers_are_wrong_without_being_scored(suite: Suite, judge: Judge) -> None:
    verdict = judge(suite.problems[0], "1" * (LONGEST + 1))
    assert verdict.outcome is Outcome.WRONG
    assert len(verdict.answer) < 100


def test_missing_and_unparsed_pass_through(suite: Suite, domain: Domain) -> None:
    problem = suite.problems[0]
    missing = domain.grade(problem, Parsed.missing("no section"), GradeContext(), "D")
    assert (missing.outcome, missing.reason, missing.label) == (Outcome.MISSING, "no section", "D")
    assert domain.grade(problem, Parsed.unparsed("two"), GradeContext()).outcome is Outcome.UNPARSED


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(0, 299),
    st.one_of(
        st.text(max_size=60),
        st.text("0123456789+-*/()[]{}.,:= \n'\"ABCxyzeE", max_size=60),
        st.recursive(st.integers() | st.text(max_size=3) | st.none(), lambda x: st.lists(x, max_size=4)).map(
            str
        ),
    ),
)
def test_fuzzed_answers_never_raise_and_are_never_an_error(
    suite: Suite, judge: Judge, index: int, answer: str
) -> None:
    assert judge(suite.problems[index], answer).scored


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4*(7 + 5 - 6)", (24, [4, 7, 5, 6])),
        ("-(1/3)*3", (-1, [1, 3, 3])),
        ("1/0", None),
        ("2**3", None),
        ("1.5", None),
        ("True", None),
        ("f(1)", None),
        ("1 # 2", None),
        ("1;2", None),
        ("", None),
        ("(" * 500 + "1" + ")" * 500, None),
        ("1_0", None),
    ],
)
def test_exact_arithmetic(text: str, expected: tuple[int, list[int]] | None) -> None:
    assert expressions.value(text) == expected


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("-cos(9*x + 10)**2/2 + C", True),
        ("x**(1/2) + 3*x**-2", True),
        ("2.5*x", True),
        ("expand(x)", False),
        ("y", False),
        ("x**400*x", True),
        ("(x**30)**30", False),
        ("9**9**9", False),
        ("x.__class__", False),
        ("[x]", False),
        ("cos(x, evaluate=x)", False),
        ("(lambda: x)()", False),
        ("'x'", False),
        ("x**x", False),
    ],
)
def test_algebraic_answers(text: str, fine: bool) -> None:
    assert expressions.algebraic(text, {"x", "C"}, {"cos"}) is fine

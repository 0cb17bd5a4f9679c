"""Refusals that need the episode: budget, focus, whose files, the shared answer."""

from __future__ import annotations

import pytest

from r3env.decision import Kind, SubClass
from r3env.paths import Paths
from r3env.shell import Context, ShellState, classify

ANSWERS = dict.fromkeys("ABCDEF", "/logs/artifacts/answer.txt")
SOLUTIONS = {label: f"/app/solution_{label}.cpp" for label in "ABCDEF"}
TEXT = Context(focus="A", remaining=3, artifacts=ANSWERS)
CODE = Context(focus="A", remaining=3, artifacts=SOLUTIONS)


def refused(command: str, context: Context, state: ShellState | None = None) -> SubClass | None:
    decision = classify(command, context, state)
    return decision.subclass if decision.kind is Kind.BLOCKED else None


def test_a_counted_command_runs_with_budget_and_focus() -> None:
    assert classify("python3 a.py", TEXT).kind is Kind.COUNTED
    assert classify("python3 a.py", Context(focus="A")).kind is Kind.COUNTED  # unbudgeted


@pytest.mark.parametrize(
    ("context", "subclass"),
    [(Context(focus="A", remaining=0), SubClass.NO_BUDGET), (Context(remaining=3), SubClass.NO_FOCUS),
     (Context(remaining=0), SubClass.NO_BUDGET), (Context(focus="A", finalizing=True), SubClass.FINALIZING),
     (Context(focus="A", remaining=0, finalizing=True), SubClass.NO_BUDGET),
     (Context(finalizing=True), SubClass.FINALIZING), (Context(focus="A", target="B"), SubClass.DISTRACTOR),
     (Context(target="B"), SubClass.NO_FOCUS)],
)  # fmt: skip
def test_refusals_and_their_order(context: Context, subclass: SubClass) -> None:
    assert refused("python3 a.py", context) is subclass
    for free in ("ls", "cat /logs/problem_B/x", "echo 1 > /logs/artifacts/answer.txt"):
        assert classify(free, context).kind is Kind.FREE
    assert classify("ls 'a", context).kind is Kind.ERROR
    assert refused("curl x", context) is SubClass.NETWORK


def test_the_target_itself_takes_counted_commands() -> None:
    assert classify("python3 a.py", Context(focus="B", target="B")).kind is Kind.COUNTED


@pytest.mark.parametrize(
    "command",
    ["python3 /logs/problem_B/a.py", "python3 a.py < /logs/problem_B/in", "python3 a.py > /logs/problem_B/out",
     "cd /logs/problem_B && ./a.out", "g++ -o /logs/problem_B/x a.cpp", "g++ -I/logs/problem_B a.cpp",
     "prog --out=/logs/problem_B/x", "cat /logs/problem_B/x | python3", "/logs/problem_B/a.out",
     "dd if=/logs/problem_B/x", "python3 ../logs/problem_B/a.py", "D=/logs/problem_B python3 a.py",
     "(cd /logs/problem_B; make)", "python3 '/logs/problem_B/a.py'", "grep x /logs/problem_[B]/a",
     "bash -c 'python3 /logs/problem_B/a.py'", "python3 /logs//problem_B/./a.py"],
)  # fmt: skip
def test_another_problems_files_are_refused(command: str) -> None:
    assert refused(command, TEXT) is SubClass.OTHER_PROBLEM
    assert classify(command, Context(focus="B", remaining=3, artifacts=ANSWERS)).kind is Kind.COUNTED


@pytest.mark.parametrize(
    "command",
    ["python3 /logs/problem_A/a.py /logs/problem_B/x", "cat /logs/problem_*/x | python3",
     "wc -l /logs/problem_{A,B}/x", "sort /logs/problem_?/x", "cat /logs/problem_A/x | python3 > /logs/problem_C/y"],
)  # fmt: skip
def test_several_problems_at_once_are_refused(command: str) -> None:
    assert refused(command, TEXT) is SubClass.SEVERAL_PROBLEMS


def test_solution_files_belong_to_their_problem() -> None:
    assert refused("g++ solution_B.cpp", CODE) is SubClass.OTHER_PROBLEM
    assert refused("./solution_B < in", CODE) is SubClass.OTHER_PROBLEM
    assert refused("g++ solution_A.cpp -o solution_A && ./solution_A", CODE) is None
    assert refused("g++ solution_Beta.cpp", CODE) is None
    assert classify("cp a.cpp /app/solution_B.cpp", CODE).subclass is SubClass.ARTIFACT


def test_the_shell_may_stand_in_another_problems_folder() -> None:
    state = ShellState.fresh("/logs/problem_B")
    assert refused("make", TEXT, state) is SubClass.OTHER_PROBLEM
    assert refused("cd /logs/problem_A && make", TEXT, state) is None
    assert classify("ls", TEXT, state).kind is Kind.FREE


@pytest.mark.parametrize(
    "command",
    ["python3 a.py > /logs/artifacts/answer.txt", "sed -i s/1/2/ /logs/artifacts/answer.txt",
     "cd /logs/artifacts && python3 a.py >> answer.txt"],
)  # fmt: skip
def test_the_shared_answer_may_not_be_named_by_a_counted_command(command: str) -> None:
    assert refused(command, TEXT) is SubClass.SHARED_ANSWER
    single = Context(focus="A", remaining=3, labels=("A",), artifacts={"A": "/logs/artifacts/answer.txt"})
    assert refused(command, single) is None
    assert refused(command, CODE) is None


def test_free_writes_of_the_shared_answer_stay_free() -> None:
    decision = classify("cat > /logs/artifacts/answer.txt <<'EOF'\n## B\n\\boxed{1}\nEOF", TEXT)
    assert (decision.kind, decision.subclass) == (Kind.FREE, SubClass.ARTIFACT)


def test_other_layouts_and_labels_are_followed() -> None:
    paths = Paths(app="/w", logs="/l")
    context = Context(focus="A", labels=("A", "B"), paths=paths)
    assert refused("python3 /l/problem_B/a.py", context) is SubClass.OTHER_PROBLEM
    assert refused("python3 /l/problem_C/a.py", context) is None
    assert refused("python3 /logs/problem_B/a.py", context) is None


def test_a_blocked_decision_names_what_it_touches() -> None:
    decision = classify("python3 /logs/problem_B/a.py", TEXT)
    assert decision.problems == ("B",)
    assert decision.paths == ("/logs/problem_B/a.py",)
    assert "problem B" in decision.reason
    assert "A is in focus" in decision.reason

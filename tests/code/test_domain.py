"""The code domain: the contract of domains, what players see and what they must not, whole episodes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import contests
from contests.code import CodeDomain
from contests.code.grading import REMOTE_VARIABLE
from contests.conformance import check_domain
from r3env.domain import GradeContext
from r3env.envs.agentic import AgenticEnv
from r3env.errors import SandboxError
from r3env.grading import grade_contest
from r3env.paths import Paths
from r3env.problem import Contest, Problem
from r3env.sandbox import Sandbox
from r3env.verdict import Outcome, Parsed
from tests.code.conftest import CANARY, PROGRAM, STATEMENT

DOMAIN = CodeDomain()


def grade(problem: Problem, source: str) -> Any:
    return DOMAIN.grade(problem, Parsed.of(source), GradeContext())


@pytest.mark.usefixtures("needs_judge")
def test_the_domain_keeps_its_contract(contest: Contest) -> None:
    assert check_domain(DOMAIN, contest) > 100


@pytest.mark.usefixtures("needs_judge")
def test_verdicts_tell_where_a_program_failed(contest: Contest) -> None:
    problem = contest["A"]
    right = grade(problem, PROGRAM.format(times=2, mark=""))
    assert (right.outcome, right.detail["tests"], right.detail["passed"]) == (Outcome.CORRECT, 5, 5)
    wrong = grade(problem, PROGRAM.format(times=3, mark=""))
    assert (wrong.outcome, wrong.detail["test"]) == (Outcome.WRONG, "sample-1")
    assert wrong.reason == "wrong answer on sample-1: token 1: got '6', expected '4'"
    broken = grade(problem, "int main( {")
    assert broken.outcome is Outcome.WRONG and broken.reason.startswith("compile error")
    assert grade(problem, "int main() { for (;;) {} }").detail["verdict"] == "time limit"


def test_a_failing_judge_is_no_wrong_answer(contest: Contest) -> None:
    def dead() -> Sandbox:
        raise SandboxError("no sandbox today", kind="sandbox_missing")

    verdict = DOMAIN.grade(contest["A"], Parsed.of("int main() { return 9; }"), GradeContext(sandbox=dead))
    assert verdict.outcome is Outcome.GRADER_ERROR and "no sandbox today" in verdict.reason
    assert not verdict.scored
    gone = replace(contest["A"], metadata={"folder": "/no/such/folder"})
    assert grade(gone, "int main() {}").outcome is Outcome.GRADER_ERROR


def test_a_problem_without_tests_is_ungradable(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(REMOTE_VARIABLE, raising=False)
    verdict = grade(replace(contest["A"], metadata={}), "int main() {}")
    assert verdict.outcome is Outcome.GRADER_ERROR and verdict.detail["ungradable"] is True
    monkeypatch.setenv(REMOTE_VARIABLE, "http://127.0.0.1:9")
    remote = grade(replace(contest["A"], metadata={}), "int main() {}")
    assert remote.outcome is Outcome.GRADER_ERROR and "POST /submit" in remote.reason


def test_statements_show_limits_and_samples_and_nothing_hidden(contest: Contest) -> None:
    for setting in ("tool_free", "agentic"):
        shown = DOMAIN.state(contest, setting, Paths(), with_difficulty=True)  # type: ignore[arg-type]
        assert CANARY not in str(shown) and CANARY.encode() not in b"".join(shown.files.values())
    assert shown.problems["B"].startswith(
        "(difficulty: hard)\nTime limit: 1 s of CPU time for a test. Memory limit: 128 MiB.\n"
    )
    assert STATEMENT.format(times=3, first=6, second=15).strip() in shown.problems["B"]
    assert shown.files["/app/samples_B/2.in"] == b"5\n"
    assert shown.files["/app/samples_B/2.out"] == b"15\n"
    assert len(shown.files) == 8 and "/app/samples_X/" in shown.notes
    assert not DOMAIN.state(contest, "tool_free").files


def test_contracts_name_labels_places_and_the_marker(contest: Contest) -> None:
    single = contest.single("B")
    texts = {
        (setting, len(played)): DOMAIN.state(played, setting, Paths("/w", "/l", "/t")).contract  # type: ignore[arg-type]
        for setting in ("tool_free", "agentic")
        for played in (contest, single)
    }
    assert all("MISSING" in text and "$" not in text for text in texts.values())
    assert "A, B" in texts["tool_free", 2]
    assert "/w/solution_A.cpp, /w/solution_B.cpp" in texts["agentic", 2]
    assert "/w/solution_A.cpp" in texts["agentic", 1]


def test_the_bundled_suite_is_there() -> None:
    suite = contests.load_suite("code")
    assert [c.id for c in suite] == [f"code/{n:03d}" for n in range(1, 7)]
    assert len({p.id for p in suite.problems}) == 36
    for played in suite:
        assert sorted(str(p.tier) for p in played) == ["easy"] * 3 + ["hard"] + ["medium"] * 2
        shown = DOMAIN.state(played, "agentic", Paths())
        for label, problem in played.items():
            assert str(problem.reference) not in str(shown) and problem.metadata["editorial"] not in str(
                shown
            )
            assert f"/app/samples_{label}/1.in" in shown.files
    assert contests.load("code/002:C").problems == (contests.load("code/002")["C"],)


@pytest.mark.slow
@pytest.mark.usefixtures("needs_judge")
@pytest.mark.parametrize("contest_id", CodeDomain().contest_ids())
def test_every_bundled_reference_is_correct(contest_id: str) -> None:
    played = contests.load(contest_id)
    gold = {label: Parsed.of(str(p.reference)) for label, p in played.items()}
    assert [v.outcome for v in grade_contest(DOMAIN, played, gold)] == [Outcome.CORRECT] * 6


def play(
    contest: Contest, commands: list[str], budget: int | None = None
) -> tuple[list[str], float, dict[str, Any]]:
    """Outputs of the commands, the score, and the last info."""
    env = AgenticEnv(contest, budget)
    try:
        env.reset(seed=0)
        outputs = []
        for command in commands:
            observation, reward, terminated, _, info = env.step(command)
            outputs.append(observation["output"])
            if terminated:
                break
        return outputs, reward, info
    finally:
        env.close()


@pytest.mark.usefixtures("needs_judge")
def test_an_agent_writes_builds_tries_and_is_judged(contest: Contest) -> None:
    source = PROGRAM.format(times=2, mark="")
    outputs, score, info = play(
        contest,
        [
            "focus_problem A",
            f"cat > /app/solution_A.cpp <<'EOF'\n{source}EOF",
            "cat /app/samples_A/1.in",
            "g++ -O2 -std=c++17 -o /logs/problem_A/a /app/solution_A.cpp && /logs/problem_A/a < /app/samples_A/1.in",
            "cat > /app/solution_B.cpp <<'EOF'\nMISSING\nEOF",
            "mark_task_complete",
        ],
        budget=1,
    )
    assert outputs[2:4] == ["2\n", "4\n"]
    assert score == 1.0
    assert [str(v.outcome) for v in info["verdicts"]] == ["correct", "missing"]


@pytest.mark.usefixtures("needs_judge")
def test_nothing_hidden_lies_in_the_agents_sandbox(contest: Contest) -> None:
    folder = Path(contest["A"].metadata["folder"])
    pattern = f"{CANARY[:-1]}[{CANARY[-1]}]"  # so that the command does not find itself
    outputs, _, _ = play(
        contest,
        [
            "focus_problem A",
            f"grep -rl {pattern} /app /logs /tmp /etc /run /home /root /opt /srv /var 2>/dev/null; echo searched",
            f"ls {folder} {folder.parent}; echo looked",
            "find / -xdev -name 'editorial.md' -o -name 'generator.py' -o -name 'manifest.json' 2>/dev/null "
            "| grep -v ^/usr/; echo found",
            "env",
        ],
    )
    assert CANARY not in "".join(outputs)
    assert outputs[1] == "searched\n"
    assert "problem.toml" not in outputs[2]
    assert outputs[3] == "found\n"

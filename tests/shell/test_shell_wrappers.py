"""Hidden and wrapped commands (cases A2 and A4), and the lists of the issue."""

from __future__ import annotations

import pytest

from r3env.decision import Kind, SubClass
from r3env.shell import ShellState, classify

COMPUTES = ("./a.out", "python3 a.py", "sort f", "unknown-program")
PASSES = ("ls -la", "cat a", "head -5 a", "echo hi > f", "cp a b")
WRAPPERS = (
    "timeout 5", "timeout -s KILL 5", "nice -n 3", "env A=1", "time", "nohup", "stdbuf -oL", "command", "A=1",
    "env A=1 nice timeout 5", "time A=1",
)  # fmt: skip


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("command", COMPUTES + PASSES + ("curl x",))
def test_a_wrapper_is_classed_as_what_it_runs(wrapper: str, command: str) -> None:
    assert classify(f"{wrapper} {command}").kind is classify(command).kind


@pytest.mark.parametrize(
    "hidden",
    ["echo $({})", "echo `{}`", "( {} )", "{{ {}; }}", "cat <({})", "x=$({})", "if {}; then :; fi", 'eval "{}"',
     "bash -c '{}'", 'echo "$({})"', "cat <<EOF\n$({})\nEOF", "ls && {}", "ls | {}", "{} &", "! {}", "f() {{ {}; }}",
     "for i in 1; do {}; done", "cat <<'EOF'\nx\nEOF\n{}", "ls # x\n{}", "echo ${{x:-$({})}}", "coproc {}",
     "echo 'a'$({})", "while {}; do :; done", "trap '{}' EXIT", "alias ls='{}'", ": $({})", "ls > >({})",
     "[[ $({}) ]]", "case $({}) in x) ;; esac", "x=$({}) ls", "echo $(( $({}) ))", "echo {{a,$({})}}"],
)  # fmt: skip
@pytest.mark.parametrize("command", ["./a.out", "python3 a.py"])
def test_a_hidden_command_is_counted(hidden: str, command: str) -> None:
    assert classify(hidden.format(command)).kind is Kind.COUNTED


@pytest.mark.parametrize(
    "line", ["$(printf ./a.out)", "X=./a.out; $X", "source s.sh", "xargs ./a.out", ". s.sh"]
)
def test_what_cannot_be_resolved_is_counted(line: str) -> None:
    assert classify(line).kind is Kind.COUNTED


@pytest.mark.parametrize(
    "text", ["$(./a.out)", "`./a.out`", "nc -l 80", "submit", "; ./a.out", "&& curl x", "$((1+1))"]
)
def test_quoted_text_is_data(text: str) -> None:
    assert classify(f"echo '{text}'").kind is Kind.FREE
    assert classify(f"cat > f <<'EOF'\n{text}\nEOF").kind is Kind.FREE


def test_a_script_given_inline_is_looked_into() -> None:
    decision = classify("bash -c 'cd /tmp && g++ /logs/problem_B/x.cpp'")
    assert decision.programs == ("bash", "cd", "g++")
    assert decision.problems == ("B",)


def test_a_mixed_line_is_one_unit_and_said_to_be_mixed() -> None:
    assert classify("cat a | python3").subclass is SubClass.MIXED
    assert classify("cp a b; python3 b; python3 b").subclass is SubClass.MIXED
    assert classify("python3 a; python3 b").subclass is SubClass.COMPUTE
    assert classify("cd /app && python3 b").subclass is SubClass.COMPUTE


def test_programs_and_paths_are_named_once_and_absolute() -> None:
    decision = classify("cd /logs; cat problem_A/x ../app/y && cat problem_A/x > 'my out'")
    assert decision.programs == ("cd", "cat")
    assert decision.paths == ("/logs", "/logs/problem_A/x", "/app/y", "/logs/my out")
    assert decision.problems == ("A",)


def test_a_subshell_keeps_its_folder_to_itself() -> None:
    decision = classify("(cd /tmp; cat a); cat b; cd /etc | cat; cat c")
    assert {"/tmp/a", "/app/b", "/app/c"} <= set(decision.paths)


def test_the_body_of_a_document_stays_data_before_a_loop() -> None:
    line = "cat > f <<'EOF'; ls\ncurl x\nalias ls=python3\n'\nEOF\nfor i in 1 2; do ./a < f; done"
    decision = classify(line)
    assert decision.kind is Kind.COUNTED
    assert decision.reason == "the line holds a loop"
    assert decision.programs == ("cat", "ls", "./a")
    state = ShellState.fresh().after(line, decision)
    assert classify("ls", state=state).kind is Kind.FREE


def test_names_beyond_ascii_come_back_whole() -> None:
    decision = classify("cat é/漢.txt; ./программа 🙂.in")
    assert decision.paths[:1] == ("/app/é/漢.txt",)
    assert "./программа" in decision.programs

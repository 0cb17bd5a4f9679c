"""A later command is judged in the light of earlier ones."""

from __future__ import annotations

import pytest

from r3env.decision import Kind
from r3env.shell import Context, ShellState, classify


def after(*commands: str, exit_code: int | None = 0) -> ShellState:
    state = ShellState.fresh()
    for command in commands:
        state = state.after(command, classify(command, state=state), exit_code)
    return state


@pytest.mark.parametrize(
    "earlier",
    ["alias ls='python3 a.py'", "ls() { python3 a.py; }", "function ls { python3 a.py; }", "hash -p ./a.out ls",
     "export PATH=/app:$PATH", "PATH=/app", "export LD_PRELOAD=./x.so", "PROMPT_COMMAND='python3 a.py'",
     "PS1='$(python3 a.py)'", "trap 'python3 a.py' DEBUG", "source x.sh", ". ./x.sh", "eval \"$x\"", "$X",
     "enable -f ./x.so ls", "set -k", "shopt -s extdebug", "exec > >(python3)",
     "cp /usr/bin/python3 /usr/local/bin/ls",
     "ln -s /usr/bin/python3 /usr/local/bin/ls", "cp tools/ls /usr/local/bin/", "read PATH <<< /app",
     "printf -v PATH %s /app", "for PATH in /app; do :; done", ": ${BASH_ENV:=x}", "((PATH=1))", "command eval x",
     "if true; then alias ls=python3; fi", "f() { alias ls=python3; }", "alias f='alias ls=python3'",
     "function /bin/ls { python3 a.py; }", "unset PATH", "g++ a.cpp -o /usr/local/bin/ls", "declare PATH=/app",
     "mapfile -C 'alias ls=python3' -c 1 x < f", "let PATH=5", "[[ PATH=5 -eq 5 ]]", "for PATH; do :; done",
     "command_not_found_handle() { python3 a.py; }", "compgen -F f"],
)  # fmt: skip
def test_ls_is_counted_after(earlier: str) -> None:
    assert classify("ls").kind is Kind.FREE
    assert classify("ls", state=after(earlier)).kind is Kind.COUNTED
    assert classify("/bin/ls | cat", state=after(earlier)).kind is Kind.COUNTED


@pytest.mark.parametrize(
    "earlier",
    ["python3 a.py", "(alias ls=python3)", "alias ll='ls -l'", "alias ls=python3 | cat", "x=5", "export X=5",
     "set -e",
     "set -euo pipefail", "shopt -s nullglob", "bash -c 'alias ls=python3'", "run() { g++ $1.cpp && ./a.out; }",
     "cp /usr/bin/python3 /app/ls", "ln -s /usr/bin/python3 ls", "for i in 1 2; do ./a $i; done", "./$x", "curl x",
     "ls 'unclosed", "export PATH=$PATH:/app/bin", "cat > f <<'EOF'\nalias ls=python3\nEOF",
     "while read x; do :; done"],
)  # fmt: skip
def test_ls_stays_free_after(earlier: str) -> None:
    assert classify("ls", state=after(earlier)).kind is Kind.FREE


def test_only_commands_that_ran_change_the_state() -> None:
    state = ShellState.fresh()
    context = Context(remaining=0)
    decision = classify("alias ls=python3", context, state)
    assert decision.kind is Kind.BLOCKED
    assert state.after("alias ls=python3", decision) == state


def test_a_restarted_shell_is_fresh() -> None:
    assert after("alias ls=python3") != ShellState.fresh()
    assert classify("ls", state=ShellState.fresh("/tmp")).kind is Kind.FREE


def test_a_copy_under_a_passive_name_is_counted_where_it_lies() -> None:
    state = after("cp /usr/bin/python3 /app/cat", "chmod +x /app/cat")
    assert classify("./cat a.py", state=state).kind is Kind.COUNTED
    assert classify("/app/cat a.py", state=state).kind is Kind.COUNTED
    assert classify("cat a.py", state=state).kind is Kind.FREE


@pytest.mark.parametrize(
    "earlier", ["declare -i n", "declare -n n='a[$(x)]'", "typeset -i n=1", "local -u n"]
)
def test_variables_with_attributes_compute(earlier: str) -> None:
    state = after(earlier)
    for command in ("n=3*7", "echo $n", 'echo "${n}"', "export n=1+1"):
        assert classify(command).kind is Kind.FREE
        assert classify(command, state=state).kind is Kind.COUNTED
    assert classify("m=3*7", state=state).kind is Kind.FREE


@pytest.mark.parametrize(
    ("commands", "cwd"),
    [(["cd /logs/problem_A"], "/logs/problem_A"), (["cd /logs", "cd problem_A"], "/logs/problem_A"), (["cd .."], "/"),
     (["cd /tmp", "cd -"], "/app"), (["(cd /tmp)"], "/app"), (["cd /tmp | cat"], "/app"), (["cd /tmp &"], "/app"),
     (["{ cd /tmp; }"], "/tmp"), (["cd /tmp && python3 a.py"], "/tmp"), (["cd $x"], None), (["cd"], None),
     (["ls || cd /tmp"], None), (["pushd /tmp"], None), (["if true; then cd /tmp; fi"], None),
     (["cd $x", "cd /tmp"], "/tmp"), (["python3 a.py"], "/app")],
)  # fmt: skip
def test_the_working_directory_is_followed(commands: list[str], cwd: str | None) -> None:
    assert after(*commands).cwd == cwd


def test_a_failed_line_leaves_the_working_directory_unknown() -> None:
    assert after("cd /nowhere", exit_code=1).cwd is None
    assert after("cd /nowhere", exit_code=None).cwd is None
    assert after("python3 a.py", exit_code=1).cwd == "/app"


def test_relative_paths_are_read_where_the_shell_stands() -> None:
    decision = classify("cat x.txt", state=after("cd /logs/problem_B"))
    assert decision.paths == ("/logs/problem_B/x.txt",)
    assert decision.problems == ("B",)


def test_links_are_followed() -> None:
    state = after("ln -s /logs/problem_B here")
    assert classify("python3 here/a.py", state=state).problems == ("B",)
    assert classify("cd here && python3 a.py", state=state).problems == ("B",)


def test_states_never_change_in_place() -> None:
    state = ShellState.fresh()
    state.after("cd /tmp", classify("cd /tmp"))
    assert state == ShellState.fresh()

"""Property: a line that starts a program which is not passive is never free, judged by a real bash."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from r3env.shell import ShellState, classify
from tests.shell.shell_lines import Bash, Lines

LINES = 2_000
SESSIONS = 250


@pytest.fixture
def bash(tmp_path: Path) -> Bash:
    return Bash(tmp_path)


def test_no_free_line_starts_the_stub(bash: Bash) -> None:
    lines = Lines(random.Random(20240607))
    free = [line for line in (lines.line() for _ in range(LINES)) if classify(line).kind == "free"]
    assert [leak for at in range(0, len(free), 50) for leak in bash.leaks(free[at : at + 50])] == []
    assert len(free) >= LINES // 10  # the property says nothing of lines that are not free


def test_leaks_are_seen(bash: Bash) -> None:
    """The judge itself works, also when lines share a process."""
    guilty = ["stub", "echo $(stub)", "cat <<EOF\n`stub`\nEOF", "ls | stub", "./stub &"]
    innocent = ["ls", "echo '$(stub)'", "cat a &", "cat <<'EOF'\n`stub`\nEOF", "exit", "cd /; pwd"]
    mixed = [line for pair in zip(guilty, innocent, strict=False) for line in pair] + innocent
    assert bash.leaks(mixed) == guilty
    assert bash.leaks(innocent) == []


def test_the_stub_is_started_by_many_counted_lines(bash: Bash) -> None:
    """The judge itself works: hostile lines do start the stub, and its record is seen."""
    lines = Lines(random.Random(7))
    started = 0
    for _ in range(200):
        line = lines.line()
        if classify(line).kind == "counted":
            started += bool(bash.run(line))
            bash.reset()
    assert started >= 20


def test_no_free_command_of_a_session_starts_the_stub(bash: Bash) -> None:
    lines = Lines(random.Random(11))
    free, leaks = 0, []
    for _ in range(SESSIONS):
        session = lines.session()
        marked = session_leak(bash, session)
        free += marked[0]
        leaks += marked[1]
    assert leaks == []
    assert free >= SESSIONS // 10


def session_leak(bash: Bash, session: list[str]) -> tuple[int, list[list[str]]]:
    """Number of free commands of a session, and the session itself when one of them started the stub."""
    state = ShellState.fresh(str(bash.work))
    script, free = [], set()
    for index, command in enumerate(session):
        decision = classify(command, state=state)
        if not decision.runs:
            continue
        if decision.kind == "free":
            free.add(index)
        source = bash.work.parent / f"command{index}"
        source.write_text(command)
        script.append(f"builtin printf '%s\\n' {index} >| {bash.now}")
        script.append(f'builtin eval "$(<{source})"')
        state = state.after(command, decision, exit_code=None)
    if not free:
        return 0, []
    bash.run("\n".join(script))
    started = bash.started()
    bash.reset()
    return len(free), [session] if started & free else []

"""Stateless runs for judges: compiling, limits on the whole tree, endings (case J7)."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest

from r3env.errors import ConfigError
from r3env.sandbox import Ending, Limits, Sandbox

SOURCE = r"""
#include <bits/stdc++.h>
using namespace std;
static char bss[600 << 20];
int deep(int n) { volatile char pad[64]; pad[0] = n; return n ? deep(n - 1) + pad[0] : 0; }
int main(int, char **argv) {
    string what = argv[1];
    if (what == "double") { long long x; cin >> x; cout << 2 * x << endl; }
    if (what == "deep") { deep(1000000); puts("deep"); }
    if (what == "static") { memset(bss, 1, sizeof bss); puts("static"); }
    if (what == "vector") { vector<char> v(600 << 20, 1); puts("vector"); }
    if (what == "bss") { puts("bss"); }
    if (what == "loop") for (volatile int i = 0;; i = i + 1) {}
    if (what == "print") for (;;) puts("x");
    if (what == "abort") abort();
    return 3;
}
"""
LIMITS = Limits(memory=256, cpu=20, wall=60, processes=8)

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")


@pytest.fixture
def program(box: Sandbox) -> Iterator[Callable[..., object]]:
    """Runs the compiled program."""
    source = f"{box.paths.app}/p.cpp"
    compiled = box.spawn(
        ["g++", "-O1", "-o", f"{box.paths.app}/p", source],
        limits=Limits(memory=1024, wall=240),
        files={source: SOURCE.encode()},
    )
    assert (compiled.ending, compiled.exit_code) == (Ending.EXITED, 0), compiled
    yield lambda what, limits=LIMITS, **options: box.spawn(
        [f"{box.paths.app}/p", what], limits=limits, **options
    )


def test_programs_run_to_their_end(program: Callable[..., object]) -> None:
    result = program("double", stdin=b"21\n")
    assert (result.ending, result.exit_code, result.stdout) == (Ending.EXITED, 3, b"42\n")
    assert program("abort").signal == 6
    assert program("abort").ending is Ending.SIGNALED


def test_deep_recursion_within_memory_is_fine(program: Callable[..., object]) -> None:
    assert program("deep").stdout == b"deep\n"
    shallow = program("deep", limits=Limits(memory=256, wall=60, stack=8))
    assert (shallow.ending, shallow.signal) == (Ending.SIGNALED, 11)


@pytest.mark.parametrize("what", ["static", "vector"])
def test_a_breach_of_memory_is_told_as_such(program: Callable[..., object], what: str) -> None:
    result = program(what)
    assert (result.ending, result.exit_code) == (Ending.MEMORY_LIMIT, None)
    assert result.memory > 256


def test_memory_that_is_never_touched_is_free(program: Callable[..., object]) -> None:
    assert program("bss").stdout == b"bss\n"


def test_loops_and_floods_end_at_their_limits(program: Callable[..., object]) -> None:
    assert program("loop", limits=Limits(cpu=0.3, wall=60)).ending is Ending.CPU_LIMIT
    assert program("loop", limits=Limits(cpu=30, wall=0.3)).ending is Ending.WALL_LIMIT
    flood = program("print", limits=Limits(wall=60, output=5000))
    assert (flood.ending, len(flood.stdout)) == (Ending.OUTPUT_LIMIT, 5000)


def test_the_environment_is_empty(box: Sandbox) -> None:
    names = {line.split("=")[0] for line in box.spawn(["env"]).stdout.decode().splitlines()}
    assert names - {"TMPDIR"} == {"PATH", "HOME", "LANG"}


def test_a_missing_program_and_folder_are_plain_failures(box: Sandbox) -> None:
    missing = box.spawn(["no-such-program"])
    assert (missing.ending, missing.exit_code) == (Ending.EXITED, 127)
    assert b"no-such-program" in missing.stderr
    assert box.spawn(["true"], cwd="/no/such/folder").exit_code == 126
    with pytest.raises(ConfigError, match="program"):
        box.spawn([])


def test_laid_out_programs_are_executable(box: Sandbox) -> None:
    path = f"{box.paths.app}/deep/down/script"
    assert box.spawn([path], files={path: b"#!/bin/sh\necho ran\n"}).stdout == b"ran\n"


def test_cpu_time_is_the_whole_trees(box: Sandbox) -> None:
    loop = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done"
    result = box.spawn(["sh", "-c", f"({loop}) & ({loop}) & wait"], limits=Limits(wall=60))
    alone = box.spawn(["sh", "-c", loop], limits=Limits(wall=60))
    assert result.cpu > 1.3 * alone.cpu


def test_spawn_leaves_the_shell_alone(box: Sandbox) -> None:
    box.run("x=5; sleep 60 & sleep 0.2")
    box.spawn(["sh", "-c", "sleep 60 & setsid sleep 60 & exit"])
    assert box.survivors() == ["sleep 60"]
    assert box.run("echo $x").output == "5\n"


def test_much_input_and_output(box: Sandbox) -> None:
    data = bytes(range(256)) * 3000
    result = box.spawn(["sh", "-c", "cat; cat < /dev/null; echo err >&2"], stdin=data)
    assert (result.stdout, result.stderr) == (data, b"err\n")

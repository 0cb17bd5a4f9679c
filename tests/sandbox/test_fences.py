"""The two runtime fences, the classifier bypassed on purpose: everything here is forced `free` or `counted`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from r3env.sandbox import Fence, Limits, Sandbox

FREE = Fence(passive=True)
PROGRAM = 'int main(void) { __builtin_printf("ran\\n"); return 0; }'


@pytest.fixture
def fenced(box: Sandbox) -> Iterator[Sandbox]:
    """A sandbox whose backend has both fences, with a program built in it."""
    if not {"exec_fence", "file_fence"} <= box.caps:
        pytest.skip("the backend has not both fences here")
    if shutil.which("gcc"):
        box.write(f"{box.paths.app}/prog.c", PROGRAM.encode())
        assert box.run("gcc -o prog prog.c && gcc -shared -fPIC -o prog.so prog.c").exit_code == 0
        assert box.run("./prog").output == "ran\n"
    yield box


needs_gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")


@pytest.mark.parametrize(
    "command",
    [
        "python3 -c 'print(\"ran\")'",
        "$(type -P python3) -c 'print(\"ran\")'",
        'eval \'python3 -c "print(\\"ran\\")"\'',
        "x=python3; $x -c 'print(\"ran\")'",
        "echo $(python3 -c 'print(\"ran\")')",
        "cat <(python3 -c 'print(\"ran\")')",
        "command -p perl -e 'print \"ran\\n\"'",
        "awk 'BEGIN { print \"ran\" }'",
        "echo ran | sed p",
        "bash -c 'echo ran'; sh -c 'echo ran'",
        "find . -maxdepth 0 -exec sh -c 'echo ran' ';'",
        "env python3 -c 'print(\"ran\")'",
        "coproc python3 -c 'print(\"ran\")' >&2; wait",
    ],
)
def test_a_free_command_starts_no_other_program(fenced: Sandbox, command: str) -> None:
    result = fenced.run(command, 20, FREE)
    # "ran" alone on a line is the program's; an echoed word in an error message is not.
    assert "ran" not in result.output.splitlines()


@needs_gcc
@pytest.mark.parametrize(
    "command",
    [
        "./prog",
        "cp prog cat; ./cat",
        "cp prog renamed; chmod +x renamed; PATH=. renamed",
        "ln prog hard; ./hard",
        "ln -s $PWD/prog soft; ./soft",
        "for l in /lib64/ld-linux* /lib/ld-linux* /lib/*/ld-linux*; do $l ./prog; done",
        "for l in /lib64/ld-linux* /lib/ld-linux*; do $l --preload ./prog.so /bin/cat seen; done",
        "exec ./prog",
        "exec -a cat ./prog",
        "cat prog > /dev/shm/p; chmod +x /dev/shm/p; /dev/shm/p",
        "hash -p ./prog cat; cat",
        "enable -f ./prog.so cat; cat",
    ],
)
def test_a_free_command_starts_no_built_program(fenced: Sandbox, command: str) -> None:
    assert "ran" not in fenced.run(command, 20, FREE).output.splitlines()
    assert fenced.run("./prog").output == "ran\n"


@needs_gcc
def test_a_free_command_cannot_borrow_a_running_program(fenced: Sandbox) -> None:
    fenced.run("cp /bin/sleep nap; ./nap 60 & python3 -c 'import time; time.sleep(60)' &")
    result = fenced.run(
        "for e in /proc/[0-9]*/exe; do $e -c 'print(\"ran\")'; $e 0 && echo ran; done", 20, FREE
    )
    assert "ran" not in result.output.splitlines()


def test_libraries_cannot_be_preloaded_into_passive_programs(fenced: Sandbox) -> None:
    source = '__attribute__((constructor)) static void f(void) { __builtin_puts("ran"); }'
    if not shutil.which("gcc"):
        pytest.skip("needs gcc")
    fenced.write(f"{fenced.paths.app}/lib.c", source.encode())
    assert fenced.run("gcc -shared -fPIC -o lib.so lib.c").exit_code == 0
    assert "ran" in fenced.run("LD_PRELOAD=$PWD/lib.so cat seen").output
    assert "ran" not in fenced.run("LD_PRELOAD=$PWD/lib.so cat seen", 20, FREE).output


def test_what_was_defined_before_is_fenced_too(fenced: Sandbox) -> None:
    fenced.run('ls() { python3 -c \'print("ran")\'; }; alias cat=\'python3 -c "print(\\"ran\\")"\'')
    fenced.run(
        'trap \'python3 -c "print(\\"ran\\")"\' DEBUG; PROMPT_COMMAND=\'python3 -c "print(\\"ran\\")"\''
    )
    assert "ran" not in fenced.run("ls; cat", 20, FREE).output.splitlines()


def test_the_exec_fence_leaves_no_trace(fenced: Sandbox) -> None:
    for _ in range(3):
        assert fenced.run("cat seen", 20, FREE).output == "seen\n"
        assert fenced.run("python3 -c 'print(1 + 1)'").output == "2\n"


def test_an_ended_shell_does_not_lift_or_keep_the_fence(fenced: Sandbox) -> None:
    assert fenced.run("exit 3", 20, FREE).restarted
    assert fenced.run("python3 -c 'print(2)'").output == "2\n"
    assert fenced.run("python3 -c 'print(2)'", 20, FREE).output != "2\n"


@pytest.mark.parametrize(
    "loop", ["while :; do :; done", "trap '' INT; for ((;;)); do :; done", "f() { f; }; f"]
)
def test_bash_alone_computes_within_the_allowance(box: Sandbox, loop: str) -> None:
    if "cpu" not in box.caps:
        pytest.skip("the backend does not meter CPU time")
    result = box.run(loop, 60, Fence(passive=True, cpu=0.2))
    assert not result.timed_out
    assert "CPU" in result.note or result.restarted
    assert box.run("echo ok").output == "ok\n"


def test_counted_commands_have_no_allowance(box: Sandbox) -> None:
    assert box.run("for ((i = 0; i < 300000; i++)); do :; done; echo over", 60).output == "over\n"


def test_background_jobs_stand_still_under_a_free_command(fenced: Sandbox) -> None:
    fenced.run("(while sleep 0.02; do echo x >> ticks; done) &")
    fenced.run("sleep 0.3")
    result = fenced.run("stat -c %s ticks; sleep 0.4; stat -c %s ticks", 20, FREE)
    before, after = map(int, result.output.split())
    assert before == after > 0
    fenced.run("sleep 0.3")
    assert int(fenced.run("stat -c %s ticks").output) > after


def test_a_job_that_forks_all_the_time_outlives_free_commands(fenced: Sandbox) -> None:
    fenced.run("(while /bin/true; do echo x >> ticks; done) &")
    for _ in range(60):
        fenced.run("ls", 20, FREE)
    before = int(fenced.run("stat -c %s ticks").output)
    fenced.run("sleep 0.5")
    assert int(fenced.run("stat -c %s ticks").output) > before, "the job was killed or is still stopped"


def test_a_walk_sees_only_the_focused_problem(fenced: Sandbox) -> None:
    logs = fenced.paths.logs
    for label in "ABC":
        fenced.write(f"{logs}/problem_{label}/deep/note", f"note {label}\n".encode())
    walk = (
        f"python3 -c \"import os; [print(open(os.path.join(d, f)).read()) for d, _, fs in os.walk('{logs}')"
        ' for f in fs if os.access(os.path.join(d, f), 4)]"'
    )
    for label in "ABCA":
        fence = Fence(hidden=frozenset(f"{logs}/problem_{other}" for other in "ABC" if other != label))
        assert fenced.run(walk, 20, fence).output.split() == ["note", label]


def test_the_shell_is_taken_out_of_a_hidden_folder(fenced: Sandbox) -> None:
    folder = f"{fenced.paths.logs}/problem_B"
    fenced.write(f"{folder}/f", b"SECRET\n")
    fenced.run(f"x=5; cd {folder}; exec 5<f 6<.; mkdir sub; cd sub")
    result = fenced.run(
        "cat ../f f; cat <&5; cat /dev/fd/6/f; pwd; echo $x", 20, Fence(hidden=frozenset({folder}))
    )
    assert "SECRET" not in result.output
    assert result.output.endswith(f"{fenced.paths.app}\n5\n")
    assert "moved" in result.note


def test_a_shell_that_cannot_be_moved_is_replaced(fenced: Sandbox) -> None:
    folder = f"{fenced.paths.logs}/problem_B"
    fenced.write(f"{folder}/f", b"SECRET\n")
    fenced.run(f"cd {folder}; builtin() {{ :; }}; exec() {{ :; }}; unset() {{ :; }}; command exec 5<f")
    result = fenced.run("cat f; cat <&5", 20, Fence(hidden=frozenset({folder})))
    assert "SECRET" not in result.output


def test_jobs_of_another_problem_end_at_a_focus_change(fenced: Sandbox) -> None:
    logs = fenced.paths.logs
    fenced.run(f"mkdir {logs}/problem_A {logs}/problem_B")
    on_a, on_b = (Fence(hidden=frozenset({f"{logs}/problem_{label}"})) for label in "BA")
    fenced.run("sleep 60 &", 20, on_a)
    assert fenced.run("true", 20, on_a).note == ""
    assert len(fenced.survivors()) == 1
    assert "ended" in fenced.run("true", 20, on_b).note
    assert fenced.survivors() == []


def test_nothing_is_made_at_a_hidden_place(fenced: Sandbox) -> None:
    place, folder = f"{fenced.paths.app}/solution_B.cpp", f"{fenced.paths.logs}/problem_B"
    fence = Fence(hidden=frozenset({place, folder}))
    fenced.run(
        f"echo x > {place}; mkdir -p {folder}; echo y > {folder}/f; python3 -c \"open('{place}', 'w')\"",
        20,
        fence,
    )
    assert fenced.read(place).kind == "absent"
    assert fenced.run(f"ls {place} {folder}/f", 20, FREE).exit_code != 0


def test_writes_from_outside_pass_the_file_fence(fenced: Sandbox) -> None:
    folder = f"{fenced.paths.logs}/problem_B"
    fence = Fence(hidden=frozenset({folder, f"{fenced.paths.app}/solution_B.cpp"}))
    fenced.run("true", 20, fence)
    for path in (f"{folder}/new", f"{fenced.paths.app}/solution_B.cpp"):
        fenced.write(path, b"text")
        assert fenced.read(path).data == b"text"
        assert "text" not in fenced.run(f"cat {path}", 20, fence).output
        assert fenced.read(path).data == b"text"


def test_spawn_sees_everything_and_restores_the_fence(fenced: Sandbox) -> None:
    folder = f"{fenced.paths.logs}/problem_B"
    fenced.write(f"{folder}/f", b"SECRET\n")
    fence = Fence(hidden=frozenset({folder}))
    fenced.run("sleep 60 &", 20, fence)
    assert fenced.spawn(["cat", f"{folder}/f"], limits=Limits(wall=20)).stdout == b"SECRET\n"
    assert len(fenced.survivors()) == 1
    assert "SECRET" not in fenced.run(f"cat {folder}/f", 20, fence).output

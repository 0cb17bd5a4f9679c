"""Paths as typed, where a sandbox keeps its folders somewhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3env.paths import Paths
from r3env.sandbox import Fence, FileKind, Sandbox
from r3env.sandbox.translate import Translator

BASE = "/var/box-0a"
TRANSLATOR = Translator(BASE)


@pytest.mark.parametrize(
    "typed",
    [
        "/app", "/logs/artifacts/answer.txt", "cat '/app/a b'", 'open("/logs/problem_A/x")', "x=/tmp/y", ">/app/f",
        "a:/app:/logs", "g++ -I/app/include -o/tmp/a", "if=/app/x", "/app;/tmp", "{/app,/logs}", "(/app)", "`/app/x`",
        "cat <<E\n/app/x\nE", "é /app é",
    ],
)  # fmt: skip
def test_typed_folders_become_real_ones_and_back(typed: str) -> None:
    told = TRANSLATOR.inward(typed.encode())
    for name in ("app", "logs", "tmp"):
        assert told.count(f"{BASE}/{name}".encode()) == typed.count(f"/{name}")
    assert TRANSLATOR.outward(told) == typed.encode()
    assert TRANSLATOR.inward(told) == told


@pytest.mark.parametrize(
    "text",
    ["./app", "x/app", "../logs/x", "$HOME/app", "${x}/tmp", "~/logs", "/application", "/app.bak", "/tmpfile",
     "/app-1", "$(pwd)/app", "https://host/app", r"\/app", "*/logs", "é/app", "/appé", "a-b/app"],
)  # fmt: skip
def test_other_paths_stay(text: str) -> None:
    assert TRANSLATOR.inward(text.encode()) == text.encode()


@given(
    st.lists(st.sampled_from(["/app", "/logs", "/tmp", " ", "'", "/", "-I", ".", "x", BASE, "é", "\n", "$"]))
)
def test_what_goes_in_comes_out(parts: list[str]) -> None:
    data = "".join(parts).encode()
    once = TRANSLATOR.outward(data)
    assert TRANSLATOR.outward(TRANSLATOR.inward(once)) == TRANSLATOR.outward(once)


def test_the_same_paths_in_every_backend(box: Sandbox) -> None:
    """What an agent types, from the text of the protocol alone, works and shows nothing of the host."""
    assert box.paths == Paths()
    box.run("mkdir -p /logs/artifacts /logs/problem_A")
    assert box.run("printf '42\\n' > /logs/artifacts/answer.txt").exit_code == 0
    assert box.read("/logs/artifacts/answer.txt").data == b"42\n"
    script = "import os; os.chdir('/logs/problem_A'); open('/tmp/t', 'w').write('t'); print(os.getcwd())"
    assert box.run(f'python3 -c "{script}"').output == "/logs/problem_A\n"
    assert box.run("cd /logs/problem_A && pwd; cat /tmp/t; cat /nothing 2>&1; ls /app").output == (
        "/logs/problem_A\ntcat: /nothing: No such file or directory\nseen\n"
    )
    assert box.run("cat /app/none").output == "cat: /app/none: No such file or directory\n"


def test_files_that_name_the_folders(box: Sandbox) -> None:
    """A program written from outside finds the places that it names, and is read back as it was written."""
    source = b"print(open('/app/seen').read(), end='')  # /tmp/x\n"
    box.write("/app/show.py", source)
    assert box.run("python3 show.py").output == "seen\n"
    assert box.run("cat show.py").output.encode() == source
    found = box.read("/app/show.py")
    assert (found.kind, found.data, found.size) == (FileKind.FILE, source, len(source))
    assert box.spawn(["sh", "-c", "pwd; python3 /app/show.py"], cwd="/logs").stdout == b"/logs\nseen\n"


def test_hidden_places_are_named_as_typed(box: Sandbox) -> None:
    box.write("/logs/problem_B/f", b"SECRET\n")
    fence = Fence(hidden=frozenset({"/logs/problem_B"}))
    result = box.run("cat /logs/problem_B/f /logs/*/f", fence=fence)
    assert "SECRET" not in result.output
    assert box.read("/logs/problem_B/f").data == b"SECRET\n"


WRAPPED = ("timeout 5", "timeout -s KILL 5", "nice", "nice -n 3", "env A=1", "env -i", "nohup", "stdbuf -oL", "time",
           "command", "A=1", "timeout 5 env A=1 nice nohup stdbuf -oL")  # fmt: skip


@pytest.mark.parametrize("wrapper", WRAPPED)
def test_wrappers_run_passive_programs_and_no_others(box: Sandbox, wrapper: str) -> None:
    """What the accounting classes as the program behind it must run like it, and no other may start."""
    passive = Fence(passive=True)
    assert box.run(f"{wrapper} cat seen", fence=passive).output.startswith("seen\n")
    box.run("printf '#!/bin/sh\\necho COMPUTED\\n' > script; cp /bin/echo copy; chmod +x script copy")
    assert box.run("./script; ./copy COMPUTED").output == "COMPUTED\n" * 2
    for program in ("./script", "./copy COMPUTED", "python3 -c 'print(\"COMPUTED\")'", "sh script"):
        result = box.run(f"{wrapper} {program}", fence=passive)
        assert result.exit_code != 0
        assert "COMPUTED" not in result.output


def test_only_the_library_of_stdbuf_is_preloaded(box: Sandbox) -> None:
    source = '#include <stdio.h>\n__attribute__((constructor)) void f(void) { puts("COMPUTED"); }\n'
    box.write("/app/lib.c", source.encode())
    assert box.run("gcc -shared -fPIC -o lib.so lib.c").exit_code == 0
    for word in ("LD_PRELOAD=$PWD/lib.so", "LD_AUDIT=./lib.so", "LD_PRELOAD=./lib.so"):
        for line in (f"{word} cat seen", f"env {word} cat seen", f"env {word} stdbuf -oL cat seen"):
            assert "COMPUTED" not in box.run(line, fence=Fence(passive=True)).output


def test_the_interpreter_of_the_system_stays_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """With Python from the distribution all programs lie beside it; none of them may change its place."""
    from r3env.sandbox import bwrap

    monkeypatch.setattr("sys.base_prefix", "/usr")
    assert bwrap._neutral() == {}
    assert "/usr/bin" in bwrap.BwrapSandbox()._environment()["PATH"].split(":")

"""Hostile submissions (case J7): each gets a verdict, nothing of it survives, and the next judgement is as ever."""

from __future__ import annotations

import resource
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from contests.code.package import JudgeVerdict
from contests.judge import Case, Judge, Report, Settings, Task
from contests.judge.building import BUILD_LIMITS
from tests.judge.conftest import DOUBLE, TOKEN

V = JudgeVerdict
MARK = "86413.97531"
"""Seconds of a sleep that nobody else would start."""


@pytest.fixture(autouse=True)
def the_next_judgement_is_unaffected(run: Callable[..., Report]) -> Iterator[None]:
    yield
    assert run(DOUBLE).accepted
    assert not [p for p in _command_lines() if MARK in p]


def _command_lines() -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return found


def one(time: float = 1.0, memory: float = 256, data: bytes = b"", answer: bytes = b"42\n") -> Task:
    return Task("one", TOKEN, (Case("only", data, answer, time, memory),))


def within_limits(report: Report, task: Task) -> None:
    for test, case in zip(report.tests, task.cases, strict=False):
        limits = case.limits(b"")
        assert test.cpu <= case.time + 2
        assert limits.wall is not None and test.wall <= limits.wall + 2


FORKS = "#include <unistd.h>\nint main() { for (;;) fork(); }"
LOOP = "int main() { for (volatile unsigned x = 0;; x = x + 1) {} }"
PRINT = '#include <cstdio>\nint main() { for (;;) puts("x"); }'
GIGABYTE = (
    "#include <cstdio>\n"
    "static char p[1 << 20]; int main() { for (int i = 0; i < 1024; i++) fwrite(p, 1, sizeof p, stdout); }"
)
STATIC = "#include <cstring>\nstatic char a[600 << 20]; "
STATIC += "int main(int n, char **) { memset(a, n, sizeof a); return a[n] - 1; }"
VECTOR = "#include <vector>\nint main() { std::vector<char> v(600 << 20, 1); return v[5] - 1; }"
CRASH = "int main() { volatile int *p = 0; return *p; }"
EXIT = "int main() { return 7; }"
ABORT = "#include <cstdlib>\nint main() { abort(); }"


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        (FORKS, V.TIME_LIMIT),
        (LOOP, V.TIME_LIMIT),
        (GIGABYTE, V.OUTPUT_LIMIT),
        (STATIC, V.MEMORY_LIMIT),
        (VECTOR, V.MEMORY_LIMIT),
        (CRASH, V.RUNTIME_ERROR),
        (EXIT, V.RUNTIME_ERROR),
        (ABORT, V.RUNTIME_ERROR),
    ],
    ids=[
        "fork bomb",
        "loop",
        "1 GB of output",
        "static array",
        "vector",
        "null pointer",
        "exit code",
        "abort",
    ],
)
def test_each_breach_has_its_verdict(run: Callable[..., Report], source: str, verdict: JudgeVerdict) -> None:
    task = one(time=0.5)
    report = run(source, task)
    assert report.verdict is verdict, report
    within_limits(report, task)


def test_endless_output_does_not_fill_the_judge(run: Callable[..., Report]) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert run(PRINT, one()).verdict in (V.OUTPUT_LIMIT, V.TIME_LIMIT)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10


def test_memory_that_is_never_touched_is_free(run: Callable[..., Report]) -> None:
    source = (
        '#include <cstdio>\nstatic char a[600 << 20]; int main(int n, char **) { puts("42"); return a[n]; }'
    )
    assert run(source, one()).accepted


def test_deep_recursion_is_bounded_by_memory_alone(run: Callable[..., Report]) -> None:
    source = """#include <cstdio>
    int deep(int n) { volatile char pad[%d]; pad[0] = 0; return n ? deep(n - 1) + pad[0] + 1 : 0; }
    int main() { printf("%%d", deep(1000000) / 1000000 * 42); }"""
    assert run(source % 32, one()).accepted
    assert run(source % 2000, one()).verdict is V.MEMORY_LIMIT


def test_a_process_that_hangs_ends_at_the_wall_cap(run: Callable[..., Report]) -> None:
    task = one(time=0.1)
    report = run("#include <unistd.h>\nint main() { for (;;) pause(); }", task)
    assert report.verdict is V.TIME_LIMIT and "hangs" in report.tests[0].message
    within_limits(report, task)


def test_a_daemon_does_not_survive_its_parent(run: Callable[..., Report]) -> None:
    source = f"""#include <cstdio>
    #include <unistd.h>
    #include <signal.h>
    int main() {{
        if (!fork()) {{ setsid(); signal(SIGTERM, SIG_IGN); execlp("sleep", "sleep", "{MARK}", (char *)0); }}
        puts("42");
    }}"""
    assert run(source, one()).accepted
    assert not [p for p in _command_lines() if MARK in p]


def test_the_tests_folder_cannot_be_read_and_nothing_is_written_outside(
    run: Callable[..., Report], tmp_path: Path
) -> None:
    secret, target = tmp_path / "answer.ans", tmp_path / "written"
    secret.write_bytes(b"42\n")
    source = f"""#include <cstdio>
    int main() {{
        const char *paths[] = {{"{target}", "/etc/r3", "/usr/r3", "/usr/bin/r3", "/r3", "/proc/sys/kernel/hostname"}};
        int written = 0, c;
        for (const char *path : paths) if (FILE *f = fopen(path, "w")) {{ fputs("x", f); if (!fclose(f)) written++; }}
        if (FILE *f = fopen("{secret}", "r")) {{ while ((c = getc(f)) > 0) putchar(c); }}
        printf("written %d", written);
    }}"""
    report = run(source, one())
    assert report.verdict is V.WRONG_ANSWER
    assert report.tests[0].message == "token 1: got 'written', expected '42'"
    assert run(source, one(answer=b"written 0")).accepted
    assert [p.name for p in tmp_path.iterdir()] == ["answer.ans"]


def test_there_is_no_network(run: Callable[..., Report]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        source = f"""#include <arpa/inet.h>
        #include <cstdio>
        int main() {{
            sockaddr_in a{{}}; a.sin_family = AF_INET; a.sin_port = htons({server.getsockname()[1]});
            a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            int s = socket(AF_INET, SOCK_STREAM, 0);
            puts(s >= 0 && !connect(s, (sockaddr *)&a, sizeof a) ? "connected" : "42");
        }}"""
        assert run(source, one()).accepted
        with pytest.raises(TimeoutError):
            server.accept()


BOMB = "template <int N> struct T { T<2 * N> x; T<2 * N + 1> y; }; int main() { T<1> t; }"
LONG = "constexpr unsigned long f(unsigned long n) { unsigned long s = 0; for (; n; n--) s += n; return s; }"
LONG += " int main() { constexpr auto x = f(1ul << 60); return x; }"


@pytest.mark.parametrize(
    "source",
    [
        BOMB,
        LONG,
        "#include </dev/zero>\nint main() {}",
        '#include "/dev/zero"\nint main() {}',
        "char a[600 << 20] = {1}; int main() {}",
        "int main() { return 0; } // " + "x" * (10 << 20),
        "int main( { }",
        "",
        "\0\ud800",
    ],
    ids=["templates", "constexpr", "zero <>", "zero", "binary", "10 MB", "syntax", "empty", "junk"],
)
def test_what_does_not_build_is_a_compile_error(doubling: Task, source: str) -> None:
    limits = replace(BUILD_LIMITS, cpu=2.0, memory=400)
    report = Judge(settings=Settings(build=limits)).judge(doubling, source)
    assert report.verdict is V.COMPILE_ERROR and report.message and not report.tests


def test_a_submission_cannot_prepare_the_ground_for_the_next(run: Callable[..., Report]) -> None:
    leave = """#include <cstdio>
    #include <initializer_list>
    int main() { for (auto p : {"/tmp/left", "left"}) fclose(fopen(p, "w")); puts("42"); }"""
    look = '#include <cstdio>\nint main() { puts(fopen("/tmp/left", "r") || fopen("left", "r") ? "found" : "42"); }'
    assert run(leave, one()).accepted
    assert run(look, one()).accepted


def test_busy_cores_cause_no_false_time_limit(run: Callable[..., Report]) -> None:
    """CPU time decides: neighbours that take the cores do not count."""
    stop = threading.Event()
    source = """#include <cstdio>
    int main() { volatile unsigned x = 1; for (int i = 0; i < 60000000; i++) x = x * 3 + 1; puts("42"); }"""
    task = Task("busy", TOKEN, tuple(Case(f"t{i}", b"", b"42", 2.0, 256) for i in range(8)))
    others = [threading.Thread(target=lambda: [run(LOOP, one(0.2)) for _ in range(20) if not stop.is_set()])]
    for thread in others:
        thread.start()
    try:
        assert run(source, task).accepted
    finally:
        stop.set()
        for thread in others:
            thread.join()

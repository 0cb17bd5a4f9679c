"""Checks of the runtime fences, with the classifier out of the way."""

from __future__ import annotations

from r3env.sandbox.conformance.harness import Factory, Opened, expect, run_in
from r3env.sandbox.protocol import Fence, FileKind


def exec_fence(make: Factory) -> None:
    """A free command starts passive programs only: not by another name, the loader, a library or bash itself."""
    passive = Fence(passive=True)
    with Opened(make, seen=b"seen\n") as box:
        run_in(
            box, "cp $(type -P awk) mine; cp $(type -P awk) cat; ln -s $(type -P awk) link; cp mine $TMPDIR/x"
        )
        run_in(box, "printf '#!/bin/sh\\necho ran' > script; chmod +x script")
        program = "'BEGIN { print \"ran\" }'"
        loader = "$(echo /lib64/ld-linux-*.so.* /lib/ld-linux-*.so.*)"
        for command in (
            f"awk {program}", f"./mine {program}", f"./cat {program}", f"./link {program}",
            "python3 -c 'print(\"ran\")'", f"for l in {loader}; do $l ./mine {program}; done",
            f"for l in {loader}; do $l $(type -P awk) {program}; done", "./script", "bash -c 'echo ran'",
            f"exec awk {program}", f"find . -name seen -exec awk {program} ';'",
        ):  # fmt: skip
            result = run_in(box, command, passive)
            expect("ran\n" not in result.output, f"{command}: must not run", result)
        result = run_in(box, "cat seen; ls seen; cp seen two; echo text > three; head -c 4 two", passive)
        expect(result.output == "seen\nseen\nseen", "passive programs run", result)
        expect(run_in(box, f"./mine {program}").output == "ran\n", "and counted ones again", None)


def cpu_allowance(make: Factory) -> None:
    """A loop in bash alone is stopped by the allowance of a free command, also one that ignores signals."""
    with Opened(make) as box:
        for command in ("while :; do :; done", "trap '' INT TERM; while :; do :; done"):
            result = run_in(box, command, Fence(passive=True, cpu=0.2))
            expect(not result.timed_out and "CPU" in result.note, f"{command}: stopped with a note", result)
            expect(run_in(box, "echo alive").output == "alive\n", "the shell answers", result)


def free_leaves_nothing(make: Factory) -> None:
    """What a free command starts ends with it; background jobs of counted ones stand still meanwhile and go on."""
    with Opened(make) as box:
        run_in(box, "sleep 50 & sleep 0.2")
        run_in(box, "sleep 60 & (while :; do :; done) &", Fence(passive=True))
        left = box.survivors()
        expect(len(left) == 1 and "sleep 50" in left[0], "only the counted job is left", left)


def file_fence(make: Factory) -> None:
    """Hidden files are not opened: not by a walk, a working directory, a descriptor, nor a job left behind."""
    with Opened(make) as box:
        logs, app = box.paths.logs, box.paths.app
        hidden = f"{logs}/problem_B"
        fence = Fence(hidden=frozenset({hidden, f"{app}/solution_B.cpp", f"{app}/solution_C.cpp"}))
        run_in(
            box,
            f"mkdir -p {logs}/problem_A {hidden}; echo mine > {logs}/problem_A/f; echo SECRET > {hidden}/f",
        )
        run_in(box, f"echo SECRET > {app}/solution_B.cpp")
        walk = (
            "import os\n"
            f"for d, _, fs in [x for top in ('{logs}', '{app}', '.') for x in os.walk(top)]:\n"
            "    for f in fs:\n"
            "        try: print(open(os.path.join(d, f)).read())\n"
            "        except OSError: pass\n"
        )
        box.write(f"{app}/walk.py", walk.encode())
        run_in(
            box,
            f"cd {hidden}; exec 7< f 8< {hidden}; (sleep 1; cat f; exec python3 {app}/walk.py) > {app}/late &",
        )
        command = f"python3 {app}/walk.py; cat <&7; cat f; cat /dev/fd/8/f; cat /proc/*/cwd/f /proc/*/fd/*"
        result = run_in(box, command, fence)
        expect("mine" in result.output, "its own file is seen", result)
        expect("SECRET" not in result.output, "hidden files are not seen", result.output)
        result = run_in(
            box, f"sleep 1.5; cat {app}/late; echo x > {app}/solution_C.cpp; chmod -R 777 {hidden}", fence
        )
        expect("SECRET" not in result.output, "a job left behind sees nothing", result.output)
        found = box.read(f"{hidden}/f").data, box.read(f"{app}/solution_C.cpp").kind
        expect(found == (b"SECRET\n", FileKind.ABSENT), "what is hidden is whole", found)
        result = run_in(box, f"cat {hidden}/f {app}/solution_B.cpp", Fence(passive=True))
        expect(result.output == "SECRET\nSECRET\n", "a free command sees all", result)

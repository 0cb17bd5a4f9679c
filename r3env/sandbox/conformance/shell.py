"""Checks of the persistent shell."""

from __future__ import annotations

import time

from r3env.sandbox.conformance.harness import PATIENCE, SMALL, Factory, Opened, expect, run_in


def shell_state(make: Factory) -> None:
    """Directory, variables and ``$?`` last from one command to the next."""
    with Opened(make) as box:
        run_in(box, "cd /; x='a b'; f() { echo f$1; }; false")
        result = run_in(box, 'echo "$? $x $PWD"; f 3')
        expect(result.output == "1 a b /\nf3\n", "state must last", result)


def shell_output(make: Factory) -> None:
    """Output is exact, both streams in order, capped with the cut marked; exit codes are the command's."""
    with Opened(make) as box:
        result = run_in(box, "echo out; echo err >&2; printf 'no newline'; (exit 7)")
        expect(
            (result.output, result.exit_code) == ("out\nerr\nno newline", 7), "output must be exact", result
        )
        for size, cut in ((SMALL.output - 1, 0), (SMALL.output, 0), (SMALL.output + 1, 1)):
            result = run_in(box, f"head -c {size} /dev/zero | tr '\\0' x")
            expect(result.truncated == cut, f"{size} bytes must lose {cut}", result.truncated)
        expect("1 bytes omitted" in result.output, "a cut must be marked", result.output[-40:])


def shell_timeout(make: Factory) -> None:
    """A time-out gives what was printed, stops what ran, and leaves a usable shell with its state."""
    with Opened(make) as box:
        run_in(box, "x=5")
        result = run_in(box, "echo early; (sleep 2; echo LATE) & sleep 60", timeout=0.5)
        expect(result.timed_out and result.output == "early\n", "partial output and a flag", result)
        expect(box.survivors() == [], "what timed out must be gone", box.survivors())
        result = run_in(box, "sleep 0.2; echo now $x")
        expect(result.output == "now 5\n", "the next command must be clean", result)


def shell_restart(make: Factory) -> None:
    """A shell that ends is replaced, said so, and files stay."""
    with Opened(make, seen=b"seen") as box:
        for command in ("exit 3", "exec true", "kill -9 $$", "set -e; false"):
            result = run_in(box, command)
            expect(result.restarted and bool(result.note), f"{command}: restarted, with a note", result)
            result = run_in(box, "cat seen")
            expect(result.output == "seen", f"{command}: the next command works", result)
        run_in(box, "cat() { echo mine; }; x=5; cd /; sleep 60 &")
        result = box.run('cat seen; echo ".$x"', PATIENCE, renew=True)
        expect(result.output == "seen.\n", "a renewed shell knows nothing of the old one", result)
        expect(result.renewed and bool(result.note), "it is said so", result)
        expect(box.survivors() == [], "jobs of the old one are gone", box.survivors())


def shell_background(make: Factory) -> None:
    """Background children do not hold the call, whatever they inherit or ignore, and their output is theirs."""
    with Opened(make) as box:
        for command in ("sleep 60 & echo done", "setsid bash -c 'trap \"\" TERM; sleep 60' & echo done"):
            began = time.monotonic()
            result = run_in(box, command)
            expect(result.output == "done\n", "the call returns its own output", result)
            expect(time.monotonic() - began < 20, "the call returns at once", time.monotonic() - began)
        expect(len(box.survivors()) >= 2, "background jobs live on", box.survivors())


def shell_standard_input(make: Factory) -> None:
    """Commands read the end of their input, and a terminal is not there."""
    with Opened(make) as box:
        result = run_in(box, "cat; read x || echo eof; cat 2> /dev/null < /dev/tty || echo none")
        expect(result.output == "eof\nnone\n", "standard input is at its end", result)

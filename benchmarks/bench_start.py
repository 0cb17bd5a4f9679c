"""Start-up times, each in new processes: command line, import, one contest, the whole suite cold and warm.

Run: ``python benchmarks/bench_start.py``. Prints medians and ranges in seconds.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

LOAD = "import contests; list(contests.load_many({!r}))"


def timed(arguments: list[str], runs: int, **environment: str) -> list[float]:
    """Wall seconds of each run of a new process."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        subprocess.run(arguments, check=True, capture_output=True, env={**os.environ, **environment})
        times.append(time.perf_counter() - began)
    return times


def show(name: str, times: list[float]) -> None:
    """One line."""
    print(f"{name:44} median {statistics.median(times):6.3f}  [{min(times):.3f}, {max(times):.3f}]")


def main() -> None:
    """All figures."""
    python = sys.executable
    show("r3env --help", timed([python, "-m", "r3env", "--help"], 9))
    show("import r3env", timed([python, "-c", "import r3env"], 9))
    show("python -c pass (for comparison)", timed([python, "-c", "pass"], 9))
    cold = []
    for contest in ("ar/001", "ar/007", "ar/023"):
        with tempfile.TemporaryDirectory() as cache:
            cold += timed([python, "-c", LOAD.format(contest)], 1, XDG_CACHE_HOME=cache)
    show("one AR contest, nothing cached", cold)
    with tempfile.TemporaryDirectory() as cache:
        show("ar/044, nothing cached", timed([python, "-c", LOAD.format("ar/044")], 1, XDG_CACHE_HOME=cache))
    with tempfile.TemporaryDirectory() as cache:
        show(
            "the whole suite, nothing cached",
            timed([python, "-c", LOAD.format("ar")], 1, XDG_CACHE_HOME=cache),
        )
        show("the whole suite, cached", timed([python, "-c", LOAD.format("ar")], 5, XDG_CACHE_HOME=cache))


if __name__ == "__main__":
    main()

"""Times of the contests package: loading (new processes, empty and full cache), grading, parsing. Medians."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import contests
from r3env.domain import GradeContext
from r3env.verdict import Parsed

REPEATS = 3


def in_new_process(call: str, cache: str) -> float:
    """Seconds of ``call`` in a new Python process, interpreter start and imports included."""
    start = time.perf_counter()
    command = [sys.executable, "-c", f"import contests; contests.{call}"]
    subprocess.run(command, env={**os.environ, "XDG_CACHE_HOME": cache}, check=True)
    return time.perf_counter() - start


def cold(call: str) -> float:
    """The same with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        return in_new_process(call, cache)


def median(run: Callable[[], float]) -> float:
    """Median of a few runs."""
    return statistics.median(run() for _ in range(REPEATS))


def report(what: str, seconds: float, limit: str = "") -> None:
    """One line of the table."""
    print(f"{what:58} {seconds * 1000:10.1f} ms   {limit}")


def loading() -> None:
    """Contests and the whole suite, made and cached."""
    report("one contest, new process, empty cache", median(lambda: cold("load('ar/001')")), "target 2500")
    report("ar/044 (its generator takes long)", median(lambda: cold("load('ar/044')")), "target 6000")
    report("whole suite, new process, empty cache", median(lambda: cold("load_suite('ar')")), "target 15000")
    with tempfile.TemporaryDirectory() as cache:
        in_new_process("load_suite('ar')", cache)
        report(
            "whole suite, new process, full cache",
            median(lambda: in_new_process("load_suite('ar')", cache)),
            "target 1000",
        )


def grading() -> None:
    """References and wrong answers of the whole suite through the real grader, after a first round."""
    domain, suite = contests.domain("ar"), contests.load_suite("ar")
    for answer in (None, "41"):
        times = []
        for round_ in range(2):
            for problem in suite.problems:
                start = time.perf_counter()
                domain.grade(problem, Parsed.of(answer or problem.reference), GradeContext())
                if round_:
                    times.append(time.perf_counter() - start)
        report(f"grading one {'wrong answer' if answer else 'reference'}", statistics.median(times))


def parsing() -> None:
    """A usual reply of six sections, and one of a megabyte."""
    domain, labels = contests.domain("ar"), tuple("ABCDEF")
    for size in (3_000, 1_000_000):
        body = "some working\n" * (size // 6 // 13)
        text = "".join(f"Problem {label}\n{body}<answer>{label}</answer>\n" for label in labels)

        def run(text: str = text) -> float:
            start = time.perf_counter()
            domain.parse(text, labels)
            return time.perf_counter() - start

        report(f"parsing a reply of {len(text):,} characters", median(run))


if __name__ == "__main__":
    loading()
    grading()
    parsing()

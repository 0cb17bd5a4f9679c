"""The judge's cost: overhead of one test, the bundled references on all their tests, sixteen builds at once.

Usage: ``python benchmarks/bench_judge.py [--quick]``. Overhead is wall time of a test in the judge's sandbox less
wall time of the same binary run bare, on the same input; medians over alternating runs.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from contests.code.package import BUNDLED, Package, load_package, load_packages
from contests.judge import Judge
from contests.judge.building import build, run
from contests.judge.languages import language
from contests.judge.task import content
from contests.judge.worker import CORES, Box
from r3env.sandbox import open_sandbox

REPEATS = 15
BUILDS = 16


def main(arguments: list[str]) -> None:
    """Print the three figures."""
    print(f"{CORES} cores")
    overhead(load_package(BUNDLED / "kiln-log"))
    builds_at_once()
    packages = list(load_packages().values())
    references(packages[:4] if "--quick" in arguments else packages)


def overhead(package: Package) -> None:
    """Median milliseconds that the sandbox adds to a test, over the tests of one package."""
    task = Judge().prepare(package)
    rows: list[float] = []
    with tempfile.TemporaryDirectory() as folder, Box(open_sandbox) as box:
        program = build(box, language("cpp"), package.reference.source)
        binary = Path(folder, "main")
        binary.write_bytes(program.data)
        binary.chmod(0o755)
        for case in task.cases:
            data, limits = content(case.input), case.limits(content(case.answer))
            inside, bare = [], []
            for _ in range(REPEATS):
                began = time.perf_counter()
                run(box, program, data, limits)
                inside.append(time.perf_counter() - began)
                began = time.perf_counter()
                subprocess.run([str(binary)], input=data, capture_output=True, check=True)
                bare.append(time.perf_counter() - began)
            rows.append(1e3 * (statistics.median(inside) - statistics.median(bare)))
    print(
        f"overhead of a test: median {statistics.median(rows):.1f} ms, worst {max(rows):.1f} ms of {len(rows)} tests"
    )


def builds_at_once() -> None:
    """Sixteen different sources with ``bits/stdc++.h``, handed in at the same moment."""

    def one(number: int) -> bool:
        source = f"#include <bits/stdc++.h>\nint main() {{ std::cout << {number}; }} // {time.time_ns()}"
        with Box(open_sandbox) as box:
            return bool(build(box, language("cpp"), source).data)

    began = time.perf_counter()
    with ThreadPoolExecutor(BUILDS) as pool:
        good = sum(pool.map(one, range(BUILDS)))
    print(f"bits/stdc++.h {BUILDS} times at once: {good} built in {time.perf_counter() - began:.1f} s")


def references(packages: list[Package]) -> None:
    """Judge every reference on all tests; its tests are made and answered beforehand."""
    judge, cpu, tests, spent, failed = Judge(), 0.0, 0, 0.0, []
    for package in packages:
        task = judge.prepare(package)
        # A source that no cache has seen: the figure includes its compilation.
        source = f"{package.reference.source}\n// {time.time_ns()}\n"
        began = time.perf_counter()
        report = judge.judge(task, source, package.reference.language, all_tests=True)
        spent += time.perf_counter() - began
        cpu += sum(test.cpu for test in report.tests)
        tests += len(report.tests)
        failed += [] if report.accepted else [f"{package.id}: {report.reason}"]
    print(
        f"{len(packages)} references on {tests} tests: {spent:.1f} s wall with compilation, {cpu:.1f} s CPU of runs; "
        f"{len(failed)} not accepted {'; '.join(failed)}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])

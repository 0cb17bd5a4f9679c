"""Prove the bundled problem packages and print one row each: tests, slowest test, memory, verdicts.

Usage: ``python benchmarks/bench_packages.py [--quick] [--digests] [ID …]``. Time is CPU time.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from contests.code.package import BUNDLED, load_package
from contests.code.package_check import Proof, check_package, write_digests
from contests.code.plain_runner import PlainRunner

ROW = "{:<18} {:<7} {:>5} {:>7} {:>7} {:>8} {:>6}  {}"


def main(arguments: list[str]) -> int:
    """Prove the packages named (default: all); the exit code is the number that fail."""
    names = [a for a in arguments if not a.startswith("--")]
    folders = [BUNDLED / name for name in names] or sorted(p.parent for p in BUNDLED.glob("*/problem.toml"))
    print(ROW.format("package", "tier", "tests", "slowest", "all", "room", "MiB", "findings"))
    proofs: list[Proof] = []
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        runner = PlainRunner(Path(folder))
        for path in folders:
            package = load_package(path)
            if "--digests" in arguments:
                write_digests(package)
            proof = check_package(package, runner, quick="--quick" in arguments)
            proofs.append(proof)
            room = f"{package.time / max(proof.cpu, 1e-3):.0f}×"
            bad = "; ".join(f"{f.check}: {f.detail}" for f in proof.failures())
            row = (package.id, package.tier, proof.tests, f"{proof.cpu:.2f} s", f"{proof.total_cpu:.2f} s")
            print(
                ROW.format(*row, room, f"{proof.memory:.0f}", bad or f"{len(proof.findings)} hold"),
                flush=True,
            )
    failed = sum(not proof.passed for proof in proofs)
    print(
        f"{len(proofs)} packages, {failed} fail; reference on all tests: "
        f"{sum(p.total_cpu for p in proofs):.1f} s CPU; whole proof {time.monotonic() - started:.0f} s wall"
    )
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

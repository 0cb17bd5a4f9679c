"""Prove a problem package: reference, brute force, wrong solutions, tests and limits, with an injected runner.

What compiles and runs programs is a parameter, so that the same proof works with the sandboxed judge and with
`contests.code.plain_runner`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from contests.code.checkers import Comparison
from contests.code.package import JudgeVerdict, Package, Solution, Test, digest
from r3env.sandbox.protocol import Ending, Limits, ProcessResult

Run = Callable[[str, str, bytes, Limits], ProcessResult]
"""``run(language, source, stdin, limits)``: compile once (cached by content) and run on one input.
Raises `CompileError` when the source does not compile."""

Compare = Callable[[Package, bytes, bytes, bytes], Comparison]
"""``compare(package, input, output, answer)`` under the package's checker, its program included."""

ROOM = 3.0
"""The time limit must be at least this many times the reference's slowest test."""
MEMORY_ROOM = 1.5
"""The memory limit must be at least this many times the reference's peak."""
SLOWNESS = 2.0
"""A solution declared ``time limit`` must still be too slow at this many times the limit."""
LARGEST = 2 << 20
"""Bytes of the largest test input that a package may have."""
BRUTE_SECONDS = 20.0
"""CPU seconds for the brute force on one small case."""

_ENDINGS = {
    Ending.CPU_LIMIT: JudgeVerdict.TIME_LIMIT,
    Ending.WALL_LIMIT: JudgeVerdict.TIME_LIMIT,
    Ending.MEMORY_LIMIT: JudgeVerdict.MEMORY_LIMIT,
    Ending.OUTPUT_LIMIT: JudgeVerdict.OUTPUT_LIMIT,
    Ending.SIGNALED: JudgeVerdict.RUNTIME_ERROR,
}


class CompileError(Exception):
    """A source does not compile; the message is the compiler's."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tested: what, whether it holds, and the figures or the first counter-example."""

    check: str
    passed: bool
    detail: str = ""


@dataclass(slots=True)
class Proof:
    """Result of `check_package`.

    Attributes:
        package: id.
        findings: everything that was tested, in order.
        tests: number of judging tests.
        cpu: CPU seconds of the reference on its slowest test.
        total_cpu: CPU seconds of the reference on all tests.
        memory: peak MiB of the reference.
        answers: the reference's outputs by test name.
    """

    package: str
    findings: list[Finding] = field(default_factory=list)
    tests: int = 0
    cpu: float = 0.0
    total_cpu: float = 0.0
    memory: float = 0.0
    answers: dict[str, bytes] = field(default_factory=dict, repr=False)

    @property
    def passed(self) -> bool:
        """True when every finding holds."""
        return all(finding.passed for finding in self.findings)

    def failures(self) -> list[Finding]:
        """What does not hold."""
        return [finding for finding in self.findings if not finding.passed]

    def add(self, check: str, failure: str, detail: str = "") -> None:
        """Record one finding; it holds when ``failure`` is empty."""
        self.findings.append(Finding(check, not failure, failure or detail))


def limits_of(package: Package) -> Limits:
    """Resource limits of one run: CPU as declared, a generous wall cap, stack as large as memory."""
    wall = 10 * package.time + 10
    return Limits(memory=package.memory, cpu=package.time, wall=wall, output=64 << 20, processes=16)


def run_verdict(result: ProcessResult) -> Comparison | None:
    """What a run deserves by its ending and exit code alone; None when its output must be compared."""
    if result.ending in _ENDINGS:
        return Comparison(_ENDINGS[result.ending], f"signal {result.signal}" if result.signal else "")
    if result.exit_code != 0:
        return Comparison(JudgeVerdict.RUNTIME_ERROR, f"exit code {result.exit_code}")
    return None


def verdict_of(
    package: Package, test: Test, answer: bytes, result: ProcessResult, compare: Compare
) -> Comparison:
    """What the run deserves: by its ending, its exit code, then the checker."""
    ended = run_verdict(result)
    return compare(package, test.input, result.stdout, answer) if ended is None else ended


def check_package(package: Package, run: Run, compare: Compare, *, quick: bool = False) -> Proof:
    """Prove a package.

    Args:
        package: as `contests.code.package.load_package` gives it (the format is validated there).
        run: compiles and runs a program, see `Run`.
        compare: compares an output with the answer, see `Compare`.
        quick: leave out the wrong solutions that are declared ``time limit``.

    Returns:
        Findings and figures; nothing is raised for a package that fails its proof.
    """
    proof = Proof(package.id)
    tests = list(package.tests())
    small = list(package.small_cases())
    _check_determinism(proof, package, tests, small)
    try:
        _check_reference(proof, package, tests, run, compare)
        if len(proof.answers) == len(tests):
            _check_brute(proof, package, small, run, compare)
            _check_wrong(proof, package, tests, run, compare, quick=quick)
    except CompileError as error:
        proof.add("compiles", str(error)[:2000] or "a solution does not compile")
    return proof


def generated_digests(package: Package, *, hash_seed: int = 0) -> dict[str, str]:
    """Digest of every generated test and small case by name, made afresh."""
    tests = [*package.generated_tests(hash_seed=hash_seed), *package.small_cases(hash_seed=hash_seed)]
    return {test.name: digest(test.input) for test in tests}


def write_digests(package: Package) -> None:
    """Record the digests of generated tests and small cases in ``tests/digests.txt``."""
    rows = [f"{name} {value}\n" for name, value in generated_digests(package).items()]
    (package.folder / "tests" / "digests.txt").write_text("".join(rows), encoding="ascii")


def _check_determinism(proof: Proof, package: Package, tests: list[Test], small: list[Test]) -> None:
    here = {t.name: digest(t.input) for t in [*package.generated_tests(hash_seed=1), *small]}
    first = {t.name: digest(t.input) for t in [*tests, *small] if t.name in here}
    differing = [name for name, value in here.items() if first.get(name) != value]
    proof.add("deterministic", ", ".join(differing), f"{len(here)} generated texts")
    recorded = package.digests()
    stale = sorted(name for name in here.keys() | recorded.keys() if recorded.get(name) != here.get(name))
    failure = f"tests/digests.txt disagrees on {', '.join(stale[:5])} of {len(stale)}" if stale else ""
    proof.add("digests", failure)
    largest = max(len(test.input) for test in tests)
    proof.add("size", f"largest input has {largest} bytes" if largest > LARGEST else "", f"{largest} bytes")
    copies = len(tests) - len({test.input for test in tests})
    proof.add("distinct", f"{copies} tests repeat another one" if copies else "")


def _check_reference(proof: Proof, package: Package, tests: list[Test], run: Run, compare: Compare) -> None:
    """The reference ends well on every test, agrees with given answers, and has room under the limits."""
    failures = []
    for test in tests:
        result = run(package.reference.language, package.reference.source, test.input, limits_of(package))
        proof.cpu = max(proof.cpu, result.cpu)
        proof.total_cpu += result.cpu
        proof.memory = max(proof.memory, result.memory)
        answer = result.stdout if test.answer is None else test.answer
        judged = verdict_of(package, test, answer, result, compare)
        if judged.accepted:
            proof.answers[test.name] = answer
        else:
            failures.append(f"{test.name}: {judged.verdict} {judged.message}".strip())
    proof.tests = len(tests)
    proof.add("reference", "; ".join(failures), f"{len(tests)} tests")
    room = package.time / max(proof.cpu, 1e-3)
    detail = f"{proof.cpu:.2f} s of {package.time:g} s ({room:.1f}×)"
    proof.add("time room", detail if room < ROOM else "", detail)
    room = package.memory / max(proof.memory, 1.0)
    detail = f"{proof.memory:.0f} MiB of {package.memory:g} MiB ({room:.1f}×)"
    proof.add("memory room", detail if room < MEMORY_ROOM else "", detail)


def _check_brute(proof: Proof, package: Package, small: list[Test], run: Run, compare: Compare) -> None:
    """On every small case both end well and each accepts the other's output as an answer."""
    slow = replace(limits_of(package), cpu=BRUTE_SECONDS, wall=10 * BRUTE_SECONDS)
    for test in small:
        brute = run(package.brute.language, package.brute.source, test.input, slow)
        fast = run(package.reference.language, package.reference.source, test.input, limits_of(package))
        for who, result, answer in (
            ("brute force", brute, fast.stdout),
            ("reference", fast, brute.stdout),
        ):
            judged = verdict_of(package, test, answer, result, compare)
            if not judged.accepted:
                shown = test.input[:200].decode(errors="replace")
                proof.add(
                    "brute force", f"{test.name}: {who}: {judged.verdict} {judged.message}; input {shown!r}"
                )
                return
    proof.add("brute force", "" if small else "there are no small cases", f"{len(small)} small cases")


def _check_wrong(
    proof: Proof, package: Package, tests: list[Test], run: Run, compare: Compare, *, quick: bool
) -> None:
    """Each wrong solution gets its declared verdict on the first test that it fails."""
    for solution in package.wrong:
        slow = solution.verdict is JudgeVerdict.TIME_LIMIT
        if quick and slow:
            continue
        name, judged = _first_failure(proof, package, solution, tests, run, compare)
        label = f"wrong: {solution.path.name}"
        if judged is None:
            proof.add(label, f"passes all tests, declared {solution.verdict}")
        elif judged.verdict is not solution.verdict:
            proof.add(label, f"{name}: got {judged.verdict} ({judged.message}), declared {solution.verdict}")
        else:
            proof.add(label, "", f"{judged.verdict} on {name}")


def _first_failure(
    proof: Proof, package: Package, solution: Solution, tests: list[Test], run: Run, compare: Compare
) -> tuple[str, Comparison | None]:
    """The first test that a solution fails and what it got there; ("", None) when it passes all."""
    factor = SLOWNESS if solution.verdict is JudgeVerdict.TIME_LIMIT else 1.0
    limits = limits_of(package)
    limits = replace(limits, cpu=factor * package.time, wall=factor * (limits.wall or 0.0))
    for test in tests:
        result = run(solution.language, solution.source, test.input, limits)
        judged = verdict_of(package, test, proof.answers[test.name], result, compare)
        if not judged.accepted:
            return test.name, judged
    return "", None

"""Prove a problem package: reference, brute force, wrong solutions, tests and limits, with an injected runner.

What compiles and runs programs is a parameter, so that the same proof works with the sandboxed judge and with
`contests.code.plain_runner`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

from contests.code.checkers import Comparison
from contests.code.package import JudgeVerdict, Package, Solution, Test, digest
from r3env.sandbox.protocol import Ending, Limits, ProcessResult


class Trial(Protocol):
    """What compiles and runs programs of a package."""

    def __call__(
        self,
        package: Package,
        program: SourceProgram,
        test_input: bytes,
        answer: bytes | None,
        limits: Limits,
    ) -> tuple[ProcessResult, Comparison]:
        """Compile a program once (cached by content), run it on one test, and judge it.

        Args:
            package: its checker judges, or its interactor.
            program: what runs.
            test_input: the test.
            answer: the jury's answer; None takes the program's own output for it.
            limits: of the run.

        Raises:
            CompileError: the source does not compile.
        """
        ...


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


class SourceProgram(Protocol):
    """A program text and the name of its language."""

    @property
    def language(self) -> str: ...

    @property
    def source(self) -> str: ...


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


def check_package(package: Package, trial: Trial, *, quick: bool = False) -> Proof:
    """Prove a package.

    Args:
        package: as `contests.code.package.load_package` gives it (the format is validated there).
        trial: compiles, runs and judges a program.
        quick: leave out the wrong solutions that are declared ``time limit``.

    Returns:
        Findings and figures; nothing is raised for a package that fails its proof.
    """
    proof = Proof(package.id)
    tests = list(package.tests())
    small = list(package.small_cases())
    _check_determinism(proof, package, tests, small)
    try:
        _check_reference(proof, package, tests, trial)
        if len(proof.answers) == len(tests):
            _check_brute(proof, package, small, trial)
            _check_wrong(proof, package, tests, trial, quick=quick)
            if package.interactive:
                _check_interactor(proof, package, tests, trial)
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


def _check_reference(proof: Proof, package: Package, tests: list[Test], trial: Trial) -> None:
    """The reference ends well on every test, agrees with given answers, and has room under the limits."""
    failures = []
    for test in tests:
        result, judged = trial(package, package.reference, test.input, test.answer, limits_of(package))
        proof.cpu = max(proof.cpu, result.cpu)
        proof.total_cpu += result.cpu
        proof.memory = max(proof.memory, result.memory)
        if judged.accepted:
            proof.answers[test.name] = result.stdout if test.answer is None else test.answer
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


def _check_brute(proof: Proof, package: Package, small: list[Test], trial: Trial) -> None:
    """On every small case both end well and each accepts the other's output as an answer.

    The interactor of an interactive problem accepts both.
    """
    slow = replace(limits_of(package), cpu=BRUTE_SECONDS, wall=10 * BRUTE_SECONDS)
    for test in small:
        fast, _ = trial(package, package.reference, test.input, None, limits_of(package))
        brute, as_brute = trial(package, package.brute, test.input, fast.stdout, slow)
        _, as_fast = trial(package, package.reference, test.input, brute.stdout, limits_of(package))
        for who, judged in (("brute force", as_brute), ("reference", as_fast)):
            if not judged.accepted:
                shown = test.input[:200].decode(errors="replace")
                proof.add(
                    "brute force", f"{test.name}: {who}: {judged.verdict} {judged.message}; input {shown!r}"
                )
                return
    proof.add("brute force", "" if small else "there are no small cases", f"{len(small)} small cases")


def _check_wrong(proof: Proof, package: Package, tests: list[Test], trial: Trial, *, quick: bool) -> None:
    """Each wrong solution gets its declared verdict on the first test that it fails."""
    for solution in package.wrong:
        slow = solution.verdict is JudgeVerdict.TIME_LIMIT
        if quick and slow:
            continue
        name, judged = _first_failure(proof, package, solution, tests, trial)
        label = f"wrong: {solution.path.name}"
        if judged is None:
            proof.add(label, f"passes all tests, declared {solution.verdict}")
        elif judged.verdict is not solution.verdict:
            proof.add(label, f"{name}: got {judged.verdict} ({judged.message}), declared {solution.verdict}")
        else:
            proof.add(label, "", f"{judged.verdict} on {name}")


def _first_failure(
    proof: Proof, package: Package, solution: Solution, tests: list[Test], trial: Trial
) -> tuple[str, Comparison | None]:
    """The first test that a solution fails, or its build, and what it got there; ("", None) when it passes all."""
    factor = SLOWNESS if solution.verdict is JudgeVerdict.TIME_LIMIT else 1.0
    limits = limits_of(package)
    limits = replace(limits, cpu=factor * package.time, wall=factor * (limits.wall or 0.0))
    for test in tests:
        try:
            _, judged = trial(package, solution, test.input, proof.answers[test.name], limits)
        except CompileError as error:
            return "the build", Comparison(JudgeVerdict.COMPILE_ERROR, str(error)[:2000])
        if not judged.accepted:
            return test.name, judged
    return "", None


@dataclass(frozen=True, slots=True)
class _Stranger:
    """A program that no author of a package had in mind."""

    source: str
    language: str = "python"


_STRANGERS = {
    "silence": _Stranger("pass\n"),
    "nonsense": _Stranger(
        "import sys\nfor i in range(500):\n    sys.stdout.buffer.write(b'?! \\xff %d\\n' % (i - 250))\n"
    ),
}


def _check_interactor(proof: Proof, package: Package, tests: list[Test], trial: Trial) -> None:
    """The interactor refuses, and does not fail, when a program ends at once or says things of no sense."""
    refused = (JudgeVerdict.WRONG_ANSWER, JudgeVerdict.PRESENTATION)
    for name, program in _STRANGERS.items():
        _, judged = trial(package, program, tests[0].input, proof.answers[tests[0].name], limits_of(package))
        detail = f"{judged.verdict} {judged.message}".strip()
        failure = "" if judged.verdict in refused else f"got {detail}, expected a refusal"
        proof.add(f"interactor: {name}", failure, detail)

"""Problem packages: the format, its refusals, generators, checkers, and the proof of the bundled problems."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from contests.code.checkers import compare, from_exit_code
from contests.code.generate import generate
from contests.code.package import (
    BUNDLED,
    Checker,
    JudgeVerdict,
    Package,
    digest,
    load_package,
    load_packages,
    samples_of,
)
from contests.code.package_check import CompileError, check_package, generated_digests
from contests.code.plain_runner import PlainRunner
from r3env.errors import DataError
from r3env.problem import Tier
from r3env.sandbox.protocol import Ending, Limits

PACKAGES = load_packages()
QUICK = ("quay-ferry", "every-door", "hall-bookings")
needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[PlainRunner]:
    yield PlainRunner(tmp_path)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of one package that a test may damage."""
    return Path(shutil.copytree(BUNDLED / "quay-ferry", tmp_path / "quay-ferry"))


def test_bundled_pool_has_36_packages_and_all_topics() -> None:
    tiers = [package.tier for package in PACKAGES.values()]
    assert [tiers.count(tier) for tier in Tier] == [18, 12, 6]
    tags = {tag for package in PACKAGES.values() for tag in package.tags}
    topics = {"implementation", "greedy", "sorting", "two pointers", "binary search", "number theory"}
    topics |= {"combinatorics", "strings", "graphs", "trees", "dynamic programming", "data structures"}
    assert topics | {"geometry", "games"} <= tags
    assert {package.checker.kind for package in PACKAGES.values()} == {
        "exact",
        "token",
        "float",
        "unordered-lines",
        "program",
    }


@pytest.mark.parametrize("name", PACKAGES)
def test_bundled_package_is_our_own_and_complete(name: str) -> None:
    package = PACKAGES[name]
    assert (package.source, package.licence) == ("r3env", "MIT")
    assert len(package.samples) >= 2 and package.small >= 40
    assert list(package.hand_tests())
    assert package.tags and len(package.editorial.split()) > 80
    assert "placeholder" not in package.statement
    committed = sum(path.stat().st_size for path in package.folder.rglob("*") if path.is_file())
    assert committed < 60_000


@pytest.mark.parametrize("name", PACKAGES)
def test_generators_repeat_under_another_hash_seed_and_match_the_digests(name: str) -> None:
    package = PACKAGES[name]
    assert generated_digests(package, hash_seed=12345) == package.digests()


@needs_compiler
@pytest.mark.parametrize("name", QUICK)
def test_sample_of_packages_is_proven(name: str, runner: PlainRunner) -> None:
    proof = check_package(PACKAGES[name], runner, quick=True)
    assert proof.failures() == []
    assert len(proof.answers) == proof.tests == len(list(PACKAGES[name].tests()))


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PACKAGES.keys() - set(QUICK)))
def test_every_package_is_proven(name: str, runner: PlainRunner) -> None:
    """Without the solutions that are too slow: ``benchmarks/bench_packages.py`` proves these as well."""
    assert check_package(PACKAGES[name], runner, quick=True).failures() == []


@needs_compiler
def test_too_slow_solution_is_proven_too_slow(runner: PlainRunner) -> None:
    """The full proof of one package, its ``time limit`` solution included."""
    proof = check_package(PACKAGES["tunnel-lamps"], runner)
    assert proof.failures() == []
    detail = next(f.detail for f in proof.findings if f.check == "wrong: wrong_each_start.cpp")
    assert detail.startswith("time limit on test-")


def _edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("problem.toml", 'tier = "easy"', 'tier = "simple"', "tier must be one of easy, medium, hard"),
        ("problem.toml", "time = 1.0", "time = 0", "limits.time must lie in"),
        ("problem.toml", "time = 1.0", "time = true", "limits.time must be int or float, got True"),
        ("problem.toml", "memory = 256", "", "limits.memory must be int or float, got None"),
        ("problem.toml", 'kind = "token"', 'kind = "fuzzy"', "checker.kind must be one of exact"),
        ("problem.toml", 'kind = "token"', 'kind = "float"', "checker.tolerance must be int or float"),
        ("problem.toml", 'kind = "token"', 'kind = "program"', "checker program checker.py is missing"),
        ("problem.toml", '"wrong answer"', '"bad"', "verdict must be one of accepted"),
        ("problem.toml", '"wrong answer"', '"accepted"', "must fail, but is declared accepted"),
        ("problem.toml", "wrong_early_bird.cpp", "gone.cpp", "gone.cpp is named in problem.toml but missing"),
        ("problem.toml", 'id = "quay-ferry"', 'id = "ferry"', "must be the folder's name"),
        ("problem.toml", "[limits]", "[limits", "is not TOML"),
        ("statement.md", "## Sample 2", "## Another", "at least two samples, has 1"),
        ("statement.md", "## Output", "## Result", "needs a heading 'Output'"),
        ("statement.md", "```text\n100 1440", "100 1440", "sample 2 must hold two fenced blocks"),
        ("editorial.md", "Treat", "```\nint main() {}\n```\nTreat", "without code blocks"),
    ],
)
def test_malformed_package_is_refused_with_its_field(
    copy: Path, file: str, old: str, new: str, message: str
) -> None:
    _edit(copy, file, old, new)
    with pytest.raises(DataError, match=r"^quay-ferry") as caught:
        load_package(copy)
    assert message in str(caught.value)


@pytest.mark.parametrize("file", ["statement.md", "editorial.md", "tests/generator.py"])
def test_missing_file_is_named(copy: Path, file: str) -> None:
    (copy / file).unlink()
    with pytest.raises(DataError, match=Path(file).name):
        load_package(copy)


def test_folder_without_package_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"folder with a problem\.toml"):
        load_package(tmp_path)


def test_tests_come_as_samples_then_handwritten_then_generated(copy: Path) -> None:
    (copy / "tests" / "00-noon.in").write_text("0 1 1439 1\n720\n")
    (copy / "tests" / "00-noon.ans").write_text("0\n")
    tests = list(load_package(copy).tests())
    assert [t.name for t in tests[:5]] == ["sample-1", "sample-2", "00-noon", "01-last-minute", "test-01"]
    assert [t.answer is None for t in tests[:5]] == [False, False, False, True, True]


def test_problem_of_a_package_hides_what_players_must_not_see() -> None:
    package = PACKAGES["quay-ferry"]
    problem = package.problem(Tier.HARD)
    assert (problem.id, problem.domain, problem.tier) == ("quay-ferry", "code", Tier.HARD)
    assert problem.limits == {"seconds": 1.0, "memory": 256.0}
    assert problem.reference == package.reference.source
    shown = str(problem.public().to_dict())
    assert package.editorial not in shown and "#include" not in shown


def test_samples_keep_their_text() -> None:
    first = "## Sample 1\n\n```text\n1 2\n```\n\n```text\n3\n```\n\nNote.\n\n"
    text = first + "## Sample 2\n\n```\n\n```\n\n```\n0\n```\n"
    assert [(s.input, s.answer) for s in samples_of(text)] == [(b"1 2\n", b"3\n"), (b"\n", b"0\n")]


def _generator(folder: Path, body: str) -> Path:
    path = folder / "generator.py"
    path.write_text(body)
    return path


def test_generator_depends_on_package_kind_and_number_only(tmp_path: Path) -> None:
    body = "def test(i, rng):\n    return f'{i} {rng.random()}\\n'\n\nsmall = test\n"
    script = _generator(tmp_path, body)
    first = generate(script, "test", 3, name="one")
    assert first == generate(script, "test", 5, name="one")[:3] and len(set(first)) == 3
    assert first != generate(script, "test", 3, name="two") != generate(script, "small", 3, name="two")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("def test(i, rng):\n    return 7\n", "must return text"),
        ("def test(i, rng):\n    return 'no newline'\n", "must return text"),
        ("def test(i, rng):\n    raise ValueError('odd')\n", "ValueError: odd"),
        ("small = None\n", "KeyError: 'test'"),
        ("def test(:\n", "SyntaxError"),
        ("print('made')\ndef test(i, rng):\n    return '7\\n'\n", "print nothing"),
    ],
)
def test_failing_generator_is_a_data_error(tmp_path: Path, body: str, message: str) -> None:
    with pytest.raises(DataError, match="generator failed") as caught:
        generate(_generator(tmp_path, body), "test", 1, name="p")
    assert message in str(caught.value)


def test_generator_that_depends_on_the_hash_seed_is_found_out(copy: Path, runner: PlainRunner) -> None:
    body = "def test(i, rng):\n    return ' '.join(map(str, {f'{j}' for j in range(40)})) + '\\n'\n\nsmall = test\n"
    _generator(copy / "tests", body)
    findings = {f.check: f for f in check_package(load_package(copy), runner).findings}
    assert not findings["deterministic"].passed and not findings["digests"].passed


WRONG = "wrong_no_closing.cpp"
RIGHT = "departure <= e ? departure - t : 1440 - t + s);"


@needs_compiler
@pytest.mark.parametrize(
    ("file", "old", "new", "check"),
    [
        ("solutions/reference.cpp", "departure - t :", "departure - t + 1 :", "reference"),
        ("solutions/brute.py", "wait = 0", "wait = 1", "brute force"),
        (f"solutions/{WRONG}", "departure - t);", RIGHT, f"wrong: {WRONG}"),
        (f"solutions/{WRONG}", "int t;", "int t; return 3;", f"wrong: {WRONG}"),
        ("solutions/reference.cpp", "int s, p", "int s s, p", "compiles"),
        (f"solutions/{WRONG}", "int t;", "int t t;", f"wrong: {WRONG}"),
        ("problem.toml", "generated = 10", "generated = 9", "digests"),
        ("statement.md", "20 0 24 0 1364", "20 0 24 0 1365", "reference"),
        (
            "solutions/reference.cpp",
            "int t;",
            "int t; for (volatile int j = 0; j < 9999; j = j + 1);",
            "time room",
        ),
    ],
)
def test_proof_finds_each_kind_of_fault(
    copy: Path, runner: PlainRunner, file: str, old: str, new: str, check: str
) -> None:
    _edit(copy, file, old, new)
    proof = check_package(load_package(copy), runner, quick=True)
    assert not proof.passed
    assert check in [finding.check for finding in proof.failures()]


@needs_compiler
def test_a_wrong_solution_may_be_one_that_does_not_build(copy: Path, runner: PlainRunner) -> None:
    _edit(copy, f"solutions/{WRONG}", "int t;", "int t t;")
    _edit(copy, "problem.toml", f'"{WRONG}" = "wrong answer"', f'"{WRONG}" = "compile error"')
    proof = check_package(load_package(copy), runner, quick=True)
    assert proof.failures() == []


def test_a_solution_that_is_no_text_is_named(copy: Path) -> None:
    (copy / "solutions" / WRONG).write_bytes(b"// caf\xe9\nint main() {}\n")
    package = load_package(copy)
    with pytest.raises(DataError, match=WRONG):
        [solution.source for solution in package.wrong]


@needs_compiler
def test_plain_runner_tells_the_endings_apart(runner: PlainRunner) -> None:
    limits = Limits(memory=128, cpu=0.5, wall=20, output=1 << 16)
    head = "#include <cstdio>\n#include <cstdlib>\n#include <vector>\nint main() { "

    def ending(body: str) -> Ending:
        return runner.run("cpp", head + body + " }", b"", limits).ending

    assert ending("return 3;") is Ending.EXITED
    assert ending("abort();") is Ending.SIGNALED
    assert ending("for (volatile int i = 0;; i = i + 1);") is Ending.CPU_LIMIT
    assert ending("std::vector<char> v(300 << 20, 1); return v[5] - 1;") is Ending.MEMORY_LIMIT
    assert ending('while (true) puts("x");') is Ending.OUTPUT_LIMIT
    with pytest.raises(CompileError, match="error"):
        runner.run("cpp", "int main() { return x; }", b"", limits)
    assert runner.run("python", "print(input()[::-1])", b"abc\n", limits).stdout == b"cba\n"


ANSWERS = [
    # kind, tolerance, output, answer, accepted (cases J1 and J2)
    ("token", 0, "ab", "a b\n", False),
    ("token", 0, "a  b", "a b\n", True),
    ("token", 0, "a b \r\n", "a b\n", True),
    ("token", 0, "a\nb", "a b\n", True),
    ("token", 0, "a b c", "a b\n", False),
    ("token", 0, "a", "a b\n", False),
    ("token", 0, "a b\0", "a b\n", False),
    ("token", 0, "x", "", False),
    ("token", 0, "01", "1", False),
    ("exact", 0, "a b\r\n", "a b\n", True),
    ("exact", 0, "a b", "a b\n", True),
    ("exact", 0, "a  b\n", "a b\n", False),
    ("exact", 0, " a b\n", "a b\n", False),
    ("float", 1e-6, "5", "2e400", False),
    ("float", 1e-6, "2e400", "2e400", True),
    ("float", 1e-6, "1.5000001", "1.5", True),
    ("float", 1e-6, "15e-1", "1.5", True),
    ("float", 1e-6, "1.6", "1.5", False),
    ("float", 1e-6, "nan", "1.5", False),
    ("float", 1e-6, "-nan", "1.5", False),
    ("float", 1e-6, "inf", "1.5", False),
    ("float", 1e-6, "1.5abc", "1.5", False),
    ("float", 1e-6, "0x1.8p0", "1.5", False),
    ("float", 1e-6, "1_5.0", "15.0", False),
    ("float", 1e-6, "", "1.5", False),
    ("float", 1e-6, "1000000001", "1000000000", False),
    ("float", 1e-6, "1000000001", "1000000000.0", True),
    ("float", 1e-6, "yes 2.0", "yes 2.0000001", True),
    ("float", 1e-6, "no 2.0", "yes 2.0", False),
    ("float", 1e-6, "1e999", "1.5", False),
    ("unordered-lines", 0, "b\n\na \n", "a\nb\n", True),
    ("unordered-lines", 0, "a\na\nb\n", "a\nb\n", False),
    ("unordered-lines", 0, "a\n", "a\nb\n", False),
    ("unordered-lines", 0, "b a\n", "a b\n", False),
]


@pytest.mark.parametrize(("kind", "tolerance", "output", "answer", "accepted"), ANSWERS)
def test_checkers(kind: str, tolerance: float, output: str, answer: str, accepted: bool) -> None:
    result = compare(Checker(kind, tolerance), output.encode(), answer.encode())
    assert result.accepted is accepted
    assert result.verdict is not JudgeVerdict.JUDGE_ERROR
    assert bool(result.message) is not accepted


@pytest.mark.parametrize("code", [3, 4, 7, -11, 139, None])
def test_checker_program_that_fails_is_a_judge_error(code: int | None) -> None:
    assert from_exit_code(code).verdict is JudgeVerdict.JUDGE_ERROR


def test_checker_program_exit_codes() -> None:
    verdicts = [from_exit_code(code).verdict for code in (0, 1, 2)]
    assert verdicts == [JudgeVerdict.ACCEPTED, JudgeVerdict.WRONG_ANSWER, JudgeVerdict.PRESENTATION]


BOOKINGS = b"4 2\n0 3\n4 6\n5 9\n11 12\n"
ORDER = b"3 2\n1 2\n2 3\n"
CIRCLE = b"4 4\n1 2\n2 3\n3 2\n3 4\n"
STAGES = b"2 2 4 2\n1 1\n1 2\n2 1\n2 2\n"


@pytest.mark.parametrize(
    ("name", "data", "output", "answer", "code"),
    [
        ("hall-bookings", BOOKINGS, b"3\n4 3 1\n", b"3\n1 3 4\n", 0),
        ("hall-bookings", BOOKINGS, b"2\n1 3\n", b"3\n1 3 4\n", 1),
        ("hall-bookings", BOOKINGS, b"3\n1 1 3\n", b"3\n1 3 4\n", 1),
        ("hall-bookings", BOOKINGS, b"3\n1 2 4\n", b"3\n1 3 4\n", 1),
        ("hall-bookings", BOOKINGS, b"3\n1 3 9\n", b"3\n1 3 4\n", 1),
        ("hall-bookings", BOOKINGS, b"3\n1 3\n", b"3\n1 3 4\n", 2),
        ("hall-bookings", BOOKINGS, b"", b"3\n1 3 4\n", 2),
        ("hall-bookings", BOOKINGS, b"3\n1 3 4\n", b"2\n1 3\n", 3),
        ("kitchen-order", ORDER, b"ORDER\n1 2 3\n", b"ORDER\n1 2 3\n", 0),
        ("kitchen-order", ORDER, b"ORDER\n2 1 3\n", b"ORDER\n1 2 3\n", 1),
        ("kitchen-order", ORDER, b"ORDER\n1 2\n", b"ORDER\n1 2 3\n", 1),
        ("kitchen-order", ORDER, b"CIRCLE\n2\n1 2\n", b"ORDER\n1 2 3\n", 1),
        ("kitchen-order", ORDER, b"1 2 3\n", b"ORDER\n1 2 3\n", 2),
        ("kitchen-order", CIRCLE, b"CIRCLE\n2\n2 3\n", b"CIRCLE\n2\n3 2\n", 0),
        ("kitchen-order", CIRCLE, b"CIRCLE\n3\n2 3 4\n", b"CIRCLE\n2\n3 2\n", 1),
        ("kitchen-order", CIRCLE, b"CIRCLE\n3\n2 3\n", b"CIRCLE\n2\n3 2\n", 1),
        ("kitchen-order", ORDER, b"ORDER\n1 2 3\n", b"CIRCLE\n2\n1 2\n", 3),
        ("festival-stages", STAGES, b"2 1 1 2\n", b"1 2 2 1\n", 0),
        ("festival-stages", STAGES, b"1 1 2 2\n", b"1 2 2 1\n", 1),
        ("festival-stages", STAGES, b"1 2 3 1\n", b"1 2 2 1\n", 1),
        ("festival-stages", STAGES, b"1 2 2\n", b"1 2 2 1\n", 2),
    ],
)
def test_checker_programs(
    tmp_path: Path, name: str, data: bytes, output: bytes, answer: bytes, code: int
) -> None:
    program = PACKAGES[name].checker.program
    assert program is not None
    paths = []
    for part, content in (("input", data), ("output", output), ("answer", answer)):
        (tmp_path / part).write_bytes(content)
        paths.append(str(tmp_path / part))
    done = subprocess.run([sys.executable, "-I", str(program), *paths], capture_output=True, check=False)
    assert done.returncode == code, done.stderr.decode()


def test_digest_is_stable() -> None:
    assert digest(b"abc") == "ba7816bf8f01cfea414140de"


def test_packages_are_frozen_and_found_by_id() -> None:
    package: Package = PACKAGES["mast-line"]
    with pytest.raises(AttributeError):
        package.title = "other"  # type: ignore[misc]
    assert list(PACKAGES) == sorted(PACKAGES)

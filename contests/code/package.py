"""Problem packages: a folder with statement, tests, solutions and editorial, loaded and validated.

The format is described in ``docs/problem-packages.md``; `contests.code.package_check` proves a package.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

from contests.code.generate import generate
from r3env.errors import DataError
from r3env.problem import Problem, Tier

BUNDLED = Path(__file__).parent / "problems"
"""Folder of the packages that ship with r3env."""

LANGUAGES = {".cpp": "cpp", ".c": "c", ".py": "python", ".java": "java"}
"""File suffix of a solution to the name of its language."""

CHECKERS = ("exact", "token", "float", "unordered-lines", "program", "interactor")


class JudgeVerdict(StrEnum):
    """What a judge says of one run of a solution on one test."""

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong answer"
    PRESENTATION = "presentation"
    TIME_LIMIT = "time limit"
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"
    RUNTIME_ERROR = "runtime error"
    COMPILE_ERROR = "compile error"
    JUDGE_ERROR = "judge error"


@dataclass(frozen=True, slots=True)
class Checker:
    """How an output is compared with the answer.

    Attributes:
        kind: one of `CHECKERS`.
        tolerance: absolute or relative error allowed on float tokens (kind ``float`` only).
        program: source of the checker, called with the paths of input, output and answer (kind ``program``), or of
            the interactor, called likewise while it talks with the program (kind ``interactor``).
    """

    kind: str
    tolerance: float = 0.0
    program: Path | None = None


@dataclass(frozen=True, slots=True)
class Solution:
    """One solution of a package and the verdict it must get."""

    path: Path
    verdict: JudgeVerdict

    @property
    def language(self) -> str:
        """Name of its language, from the suffix."""
        return LANGUAGES[self.path.suffix]

    @property
    def source(self) -> str:
        """Its program text.

        Raises:
            DataError: it is no UTF-8.
        """
        try:
            return self.path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise DataError(f"{self.path.name}: expected UTF-8, got {error}") from None


@dataclass(frozen=True, slots=True)
class Test:
    """One test: an input, and the answer where the package holds one (else the reference computes it)."""

    name: str
    input: bytes
    answer: bytes | None = None


@dataclass(frozen=True)
class Package:
    """A loaded problem package.

    Attributes:
        folder: where it lies.
        id: folder name, unique among packages.
        title: short name without hints.
        tier: the author's guess of the tier; suites stratify by length, not by this.
        tags: topics.
        source: who wrote it.
        licence: SPDX name of its licence.
        time: CPU seconds allowed for one test.
        memory: MiB allowed for one test.
        checker: how outputs are compared.
        generated: number of generated tests.
        small: number of generated small cases, on which the brute force must agree with the reference.
        statement: Markdown text shown to players, samples included.
        editorial: how to solve it, without code; hidden.
        reference: the solution whose outputs are the answers.
        brute: a slow, plain solution for the small cases.
        wrong: solutions that must fail, each with its verdict.
    """

    folder: Path
    id: str
    title: str
    tier: Tier
    tags: tuple[str, ...]
    source: str
    licence: str
    time: float
    memory: float
    checker: Checker
    generated: int
    small: int
    statement: str
    editorial: str
    reference: Solution
    brute: Solution
    wrong: tuple[Solution, ...]

    @property
    def interactive(self) -> bool:
        """Whether solutions talk with an interactor; samples are then conversations to read, no tests."""
        return self.checker.kind == "interactor"

    @cached_property
    def samples(self) -> tuple[Test, ...]:
        """The samples of the statement, with their answers."""
        return samples_of(self.statement, f"{self.folder.name}/statement.md")

    def hand_tests(self) -> Iterator[Test]:
        """Handwritten tests: ``tests/*.in``, with the answer from a ``.ans`` file of the same name if any."""
        for path in sorted((self.folder / "tests").glob("*.in")):
            answer = path.with_suffix(".ans")
            yield Test(path.stem, path.read_bytes(), answer.read_bytes() if answer.exists() else None)

    def generated_tests(self, *, hash_seed: int = 0) -> Iterator[Test]:
        """Tests that the generator makes, the same in every process (see `contests.code.generate`)."""
        yield from self._generate("test", self.generated, hash_seed)

    def small_cases(self, *, hash_seed: int = 0) -> Iterator[Test]:
        """Small random cases for the brute force; not part of judging."""
        yield from self._generate("small", self.small, hash_seed)

    def tests(self) -> Iterator[Test]:
        """All tests in judging order: samples, handwritten, generated."""
        if not self.interactive:
            yield from self.samples
        yield from self.hand_tests()
        yield from self.generated_tests()

    def digests(self) -> dict[str, str]:
        """SHA-256 of every generated test and small case as recorded in ``tests/digests.txt``."""
        path = self.folder / "tests" / "digests.txt"
        if not path.exists():
            return {}
        rows = (line.split() for line in path.read_text(encoding="ascii").splitlines() if line.strip())
        return dict(rows)

    def problem(self, tier: Tier | None = None) -> Problem:
        """The package as a problem of the ``code`` domain; the reference is the reference program."""
        marks = {"interactive": True} if self.interactive else {}
        return Problem(
            id=self.id,
            domain="code",
            title=self.title,
            statement=self.statement,
            reference=self.reference.source,
            tier=tier,
            metadata={"package": self.id, "editorial": self.editorial, **marks},
            limits={"seconds": self.time, "memory": self.memory},
            provenance={"source": self.source, "licence": self.licence, "tags": list(self.tags)},
        )

    def _generate(self, kind: str, count: int, hash_seed: int) -> Iterator[Test]:
        script = self.folder / "tests" / "generator.py"
        texts = generate(script, kind, count, name=self.id, hash_seed=hash_seed)
        for number, text in enumerate(texts, 1):
            yield Test(f"{kind}-{number:02d}", text.encode())


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal, shortened to 24 digits: what ``tests/digests.txt`` records."""
    return hashlib.sha256(data).hexdigest()[:24]


_SAMPLE = re.compile(r"^#+ Sample (\d+)\n(.*?)(?=^#+ |\Z)", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def samples_of(statement: str, where: str = "statement") -> tuple[Test, ...]:
    """Samples of a statement: under each heading ``Sample N``, a fenced input and a fenced output.

    Raises:
        DataError: a sample holds another number of fenced blocks; ``where`` names the file in the message.
    """
    samples = []
    for number, body in _SAMPLE.findall(statement):
        blocks = _BLOCK.findall(body)
        if len(blocks) != 2:
            raise DataError(
                f"{where}: sample {number} must hold two fenced blocks (input, output), found {len(blocks)}"
            )
        samples.append(Test(f"sample-{number}", blocks[0].encode(), blocks[1].encode()))
    return tuple(samples)


def load_package(folder: Path | str) -> Package:
    """Load and validate the package in ``folder``.

    Raises:
        DataError: something is missing, unknown or out of range; names the file and the field.
    """
    folder = Path(folder)
    if not (folder / "problem.toml").is_file():
        raise DataError(f"{folder}: a problem package is a folder with a problem.toml, found none")
    try:
        data = tomllib.loads(_text(folder, "problem.toml"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{folder.name}/problem.toml is not TOML: {error}") from None
    reader = _Reader(folder, data)
    package = reader.package()
    _validate(package)
    return package


def load_packages(root: Path | str = BUNDLED) -> dict[str, Package]:
    """All packages in the folders under ``root`` by id, sorted."""
    folders = sorted(path.parent for path in Path(root).glob("*/problem.toml"))
    return {folder.name: load_package(folder) for folder in folders}


def _text(folder: Path, name: str) -> str:
    try:
        return (folder / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f"{folder.name}: {name} is missing") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{folder.name}/{name} is not UTF-8: {error}") from None


class _Reader:
    """Reads fields of one ``problem.toml`` with messages that name them."""

    def __init__(self, folder: Path, data: Mapping[str, Any]) -> None:
        self.folder = folder
        self.data = data

    def field(self, name: str, kind: type | tuple[type, ...], default: Any = None) -> Any:
        value: Any = self.data
        for part in name.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        if value is None:
            value = default
        if not isinstance(value, kind) or isinstance(value, bool):
            names = " or ".join(k.__name__ for k in (kind if isinstance(kind, tuple) else (kind,)))
            raise DataError(f"{self.folder.name}/problem.toml: {name} must be {names}, got {value!r}")
        return value

    def number(self, name: str, low: float, high: float) -> float:
        value = self.field(name, (int, float))
        if not low <= value <= high:
            raise DataError(f"{self.folder.name}/problem.toml: {name} must lie in {low}–{high}, got {value}")
        return float(value)

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        value: str = self.field(name, str)
        if value not in choices:
            expected = ", ".join(choices)
            raise DataError(
                f"{self.folder.name}/problem.toml: {name} must be one of {expected}, got {value!r}"
            )
        return value

    def solution(self, file: str, verdict: str) -> Solution:
        where = f"{self.folder.name}/solutions/{file}"
        path = self.folder / "solutions" / file
        if not path.is_file():
            raise DataError(f"{where} is named in problem.toml but missing")
        if path.suffix not in LANGUAGES:
            raise DataError(f"{where}: unknown language; known suffixes: {', '.join(LANGUAGES)}")
        if verdict not in list(JudgeVerdict):
            raise DataError(f"{where}: verdict must be one of {', '.join(JudgeVerdict)}, got {verdict!r}")
        return Solution(path, JudgeVerdict(verdict))

    def checker(self) -> Checker:
        kind = self.choice("checker.kind", CHECKERS)
        tolerance = self.number("checker.tolerance", 1e-12, 1.0) if kind == "float" else 0.0
        program = None
        if kind in ("program", "interactor"):
            usual = "checker.py" if kind == "program" else "interactor.py"
            program = self.folder / self.field("checker.program", str, usual)
            if not program.is_file():
                raise DataError(f"{self.folder.name}: checker {kind} {program.name} is missing")
        return Checker(kind, tolerance, program)

    def package(self) -> Package:
        wrong = self.field("solutions.wrong", dict)
        return Package(
            folder=self.folder,
            id=self.field("id", str),
            title=self.field("title", str),
            tier=Tier(self.choice("tier", tuple(Tier))),
            tags=tuple(self.field("tags", list)),
            source=self.field("source", str),
            licence=self.field("licence", str),
            time=self.number("limits.time", 0.1, 60),
            memory=self.number("limits.memory", 16, 4096),
            checker=self.checker(),
            generated=int(self.number("tests.generated", 0, 200)),
            small=int(self.number("tests.small", 0, 1000)),
            statement=_text(self.folder, "statement.md"),
            editorial=_text(self.folder, "editorial.md"),
            reference=self.solution(self.field("solutions.reference", str), "accepted"),
            brute=self.solution(self.field("solutions.brute", str), "accepted"),
            wrong=tuple(self.solution(file, verdict) for file, verdict in wrong.items()),
        )


def _validate(package: Package) -> None:
    """Refuse what loads but breaks a rule of the format."""
    problems = []
    if package.id != package.folder.resolve().name:
        problems.append(f"id {package.id!r} must be the folder's name")
    if len(package.samples) < 2:
        problems.append(f"statement.md needs at least two samples, has {len(package.samples)}")
    problems += [
        f"statement.md needs a heading '{name}'"
        for name in ("Input", "Output")
        if not re.search(rf"^#+ {name}$", package.statement, re.MULTILINE)
    ]
    if "```" in package.editorial:
        problems.append("editorial.md must explain without code blocks")
    if len(package.wrong) < 2:
        problems.append(f"needs at least two wrong solutions, has {len(package.wrong)}")
    problems += [
        f"{s.path.name} must fail, but is declared accepted"
        for s in package.wrong
        if s.verdict is JudgeVerdict.ACCEPTED
    ]
    if (package.generated or package.small) and not (package.folder / "tests" / "generator.py").is_file():
        problems.append("tests/generator.py is missing, but problem.toml counts generated tests")
    if package.interactive and not package.generated and not any(package.hand_tests()):
        problems.append("needs at least one test: samples of an interactive problem are none")
    if problems:
        raise DataError(f"{package.folder.name}: " + "; ".join(problems))

"""Languages that the judge knows: one table row each says how a source is built and how it is run."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from r3env.errors import ConfigError
from r3env.registry import nearest
from r3env.sandbox.protocol import Limits


@dataclass(frozen=True, slots=True)
class Language:
    """One row. Commands run in the folder that holds the source.

    Attributes:
        name: name of the language.
        suffixes: file suffixes of its sources; the first is the usual one.
        source: file name that a source gets.
        build: command that builds or checks it; a failure is a compile error.
        program: file that is run, made by ``build`` (or the source itself).
        run: command that runs it; ``{memory}`` and ``{stack}`` stand for MiB.
        tools: programs that must be there.
        processes: processes and threads that one run may have.
        overhead: MiB that the language's own machine takes on top of the problem's memory limit.
    """

    name: str
    suffixes: tuple[str, ...]
    source: str
    build: tuple[str, ...]
    program: str
    run: tuple[str, ...]
    tools: tuple[str, ...]
    processes: int = 16
    overhead: int = 0

    def command(self, limits: Limits) -> list[str]:
        """The run command for these limits."""
        memory = 1024 if limits.memory is None else int(limits.memory)
        return [part.format(memory=memory, stack=min(memory, 512)) for part in self.run]


@dataclass(frozen=True, slots=True)
class Program:
    """A built program: its language and the content of the file that is run."""

    language: Language
    data: bytes = field(repr=False)
    key: str


_SYNTAX = "import sys; name = sys.argv[1]; compile(open(name, 'rb').read(), name, 'exec')"
_JAVA = "javac -encoding UTF-8 -d classes Main.java && jar --create --file main.jar --main-class Main -C classes ."

LANGUAGES: tuple[Language, ...] = (
    Language(
        name="cpp",
        suffixes=(".cpp", ".cc", ".cxx"),
        source="main.cpp",
        build=("g++", "-O2", "-std=c++17", "-pipe", "-o", "main", "main.cpp"),
        program="main",
        run=("./main",),
        tools=("g++",),
    ),
    Language(
        name="c",
        suffixes=(".c",),
        source="main.c",
        build=("gcc", "-O2", "-std=c17", "-pipe", "-o", "main", "main.c", "-lm"),
        program="main",
        run=("./main",),
        tools=("gcc",),
    ),
    Language(
        name="python",
        suffixes=(".py",),
        source="main.py",
        build=("python3", "-I", "-c", _SYNTAX, "main.py"),
        program="main.py",
        run=("python3", "-I", "main.py"),
        tools=("python3",),
    ),
    Language(
        name="java",
        suffixes=(".java",),
        source="Main.java",
        build=("sh", "-c", _JAVA),
        program="main.jar",
        run=(
            *("java", "-Xmx{memory}m", "-Xss{stack}m", "-XX:+UseSerialGC", "-XX:-UsePerfData"),
            *("-XX:TieredStopAtLevel=1", "-jar", "main.jar"),
        ),
        tools=("java", "javac", "jar"),
        processes=64,
        overhead=128,
    ),
)


def language(name: str) -> Language:
    """The row called ``name``.

    Raises:
        ConfigError: no such language; the message names those that there are.
    """
    for row in LANGUAGES:
        if row.name == name:
            return row
    names = [row.name for row in LANGUAGES]
    raise ConfigError(f"no language {name!r}{nearest(name, names)}: the judge knows {', '.join(names)}")


def language_of(path: str | Path) -> Language:
    """The language of a source file, by its suffix.

    Raises:
        ConfigError: the suffix belongs to no language.
    """
    suffix = Path(path).suffix
    for row in LANGUAGES:
        if suffix in row.suffixes:
            return row
    known = ", ".join(suffix for row in LANGUAGES for suffix in row.suffixes)
    raise ConfigError(
        f"cannot tell the language of {Path(path).name!r}: expected one of the suffixes {known}"
    )

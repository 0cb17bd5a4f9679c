"""Fixtures of the code domain's tests: a cache of their own, and a small package in the user's own folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from contests.code.package import Package, load_package
from r3env.problem import Contest, Problem, Tier
from r3env.sandbox import check_all

CANARY = "canary-4f1c9e"
"""Stands in everything that players must not see."""

TOML = """id = "{id}"
title = "{id}"
tier = "easy"
tags = ["arithmetic"]
source = "tests"
licence = "MIT"
[limits]
time = 1.0
memory = 128
[checker]
kind = "token"
[tests]
generated = 2
small = 2
[solutions]
reference = "reference.cpp"
brute = "brute.py"
[solutions.wrong]
"a.cpp" = "wrong answer"
"b.cpp" = "wrong answer"
"""
STATEMENT = """Print {times} times the number.

## Input

One integer.

## Output

One integer.

## Sample 1

```text
2
```

```text
{first}
```

## Sample 2

```text
5
```

```text
{second}
```
"""
PROGRAM = """#include <cstdio>
int main() {{ long long x; scanf("%lld", &x); printf("%lld\\n", x * {times}); }} // {mark}
"""
GENERATOR = """# {mark}
def test(i, rng):
    return f"{{1000 + i}}\\n"


def small(i, rng):
    return f"{{i}}\\n"
"""


def write_package(root: Path, name: str, times: int) -> Package:
    """A package: print so many times the number. The canary stands in all hidden files."""
    folder = root / name
    for part in ("tests", "solutions"):
        (folder / part).mkdir(parents=True)
    texts = {
        "problem.toml": TOML.format(id=name),
        "statement.md": STATEMENT.format(times=times, first=2 * times, second=5 * times),
        "editorial.md": f"Multiply. {CANARY}\n",
        "tests/generator.py": GENERATOR.format(mark=CANARY),
        "tests/hand.in": "77\n",
        "solutions/reference.cpp": PROGRAM.format(times=times, mark=CANARY),
        "solutions/brute.py": f"print(int(input()) * {times})  # {CANARY}\n",
        "solutions/a.cpp": PROGRAM.format(times=times + 1, mark=CANARY),
        "solutions/b.cpp": PROGRAM.format(times=0, mark=CANARY),
    }
    for place, text in texts.items():
        (folder / place).write_text(text)
    return load_package(folder)


def problem_of(package: Package, tier: Tier) -> Problem:
    """A problem of a package that lies in a user's folder."""
    made = package.problem(tier)
    return replace(made, metadata={**made.metadata, "folder": str(package.folder)})


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    yield
    patch.undo()


@pytest.fixture(scope="session")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Contest:
    """Two small problems: twice and thrice the number."""
    root = tmp_path_factory.mktemp("packages")
    tiers = (Tier.EASY, Tier.HARD)
    problems = [
        problem_of(write_package(root, f"times-{n}", n), tier) for n, tier in zip((2, 3), tiers, strict=True)
    ]
    return Contest("code/own", "code", tuple(problems))


@pytest.fixture(scope="session")
def needs_judge() -> None:
    """Skips where programs cannot be built and run."""
    if not shutil.which("g++") or not any(report.available for report in check_all()):
        pytest.skip("needs g++ and a sandbox")

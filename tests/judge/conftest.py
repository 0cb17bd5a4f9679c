"""Fixtures of the judge's tests: a cache of their own, and a judge where a sandbox and g++ are there."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest

from contests.code.package import Checker
from contests.judge import Case, Judge, Report, Task
from r3env.sandbox import check_all

TOKEN = Checker("token")
DOUBLE = '#include <cstdio>\nint main() { long long x; scanf("%lld", &x); printf("%lld\\n", 2 * x); }\n'
"""Prints twice the number that it reads."""


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    yield
    patch.undo()


@pytest.fixture(scope="session", autouse=True)
def tools() -> None:
    if not shutil.which("g++"):
        pytest.skip("needs g++")
    if not any(report.available for report in check_all()):
        pytest.skip("no sandbox works here")


@pytest.fixture
def doubling() -> Task:
    """Two tests: 21 and -4 doubled."""
    return Task(
        "doubling", TOKEN, tuple(Case(f"t{x}", b"%d\n" % x, b"%d\n" % (2 * x), 1.0, 256) for x in (21, -4))
    )


@pytest.fixture
def run(doubling: Task) -> Callable[..., Report]:
    """Judges a C++ program, by default on the doubling task."""

    def judge(source: str, task: Task = doubling, **options: object) -> Report:
        return Judge().judge(task, source, **options)  # type: ignore[arg-type]

    return judge

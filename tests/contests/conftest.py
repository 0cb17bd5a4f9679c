"""Fixtures of the contests tests: a cache folder of their own, shared by the workers of one test run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import contests
from contests import Suite
from r3env.domain import Domain, GradeContext
from r3env.problem import Problem
from r3env.verdict import Parsed, Verdict


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "r3env-cache"
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(shared))
    yield shared
    patch.undo()


@pytest.fixture(scope="session")
def suite(cache_folder: Path) -> Suite:
    return contests.load_suite("ar")


@pytest.fixture(scope="session")
def domain() -> Domain:
    return contests.domain("ar")


@pytest.fixture(scope="session")
def by_generator(suite: Suite) -> dict[str, list[Problem]]:
    found: dict[str, list[Problem]] = {}
    for problem in suite.problems:
        found.setdefault(problem.provenance["generator"], []).append(problem)
    return found


@pytest.fixture(scope="session")
def judge(domain: Domain):  # type: ignore[no-untyped-def]
    def grade(problem: Problem, answer: str) -> Verdict:
        return domain.grade(problem, Parsed.of(answer), GradeContext())

    return grade

"""Where the hidden tests of a problem lie, and problems made from rows of the published file.

A problem without tests can be played but not graded; its provenance says so under ``ungradable``.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from contests.checks import Fields
from contests.code.package import BUNDLED
from contests.judge.lightcp import is_lightcp
from contests.suite import Suite
from r3env.errors import DataError
from r3env.problem import Problem, Tier

TESTS_VARIABLE = "R3ENV_CODE_TESTS"
"""Environment variable: a folder of problem folders in LightCPVerifier's layout, named by problem id."""
NO_TESTS = (
    "has no tests here: it can be played but not graded (put its LightCPVerifier folder, config.yaml and testdata/, "
    f"into a folder named by its id under ${TESTS_VARIABLE}, or attach a folder with contests.code.attach_tests)"
)
_POSITION = re.compile(r"^[A-Z]\d?\.\s+")


def tests_folder(problem: Problem) -> Path | None:
    """The folder with a problem's tests: named in it, bundled, or under `TESTS_VARIABLE`; None when there is none."""
    if "folder" in problem.metadata:
        return Path(problem.metadata["folder"])
    if "package" in problem.metadata:
        return BUNDLED / str(problem.metadata["package"])
    root = os.environ.get(TESTS_VARIABLE, "")
    return _under(Path(root), problem.id) if root else None


def attach_tests(suite: Suite, root: Path | str) -> Suite:
    """The suite with tests from ``root``, a folder of problem folders in LightCPVerifier's layout.

    Problems without a folder there stay as they are; `ungradable` names them.

    Raises:
        DataError: ``root`` is no folder, or holds none of the suite's problems.
    """
    root = Path(root)
    folders = {p.id: _under(root, p.id) for p in suite.problems}
    if not any(folders.values()):
        raise DataError(f"{root}: expected folders named by problem id, each with a config.yaml, found none")

    def attached(problem: Problem) -> Problem:
        folder = folders[problem.id]
        if folder is None:
            return problem
        provenance = {k: v for k, v in problem.provenance.items() if k != "ungradable"}
        metadata = {**problem.metadata, "folder": str(folder.resolve())}
        return replace(problem, metadata=metadata, provenance=provenance)

    contests = tuple(replace(c, problems=tuple(attached(p) for p in c)) for c in suite)
    return Suite(suite.name, contests)


def ungradable(suite: Suite) -> list[str]:
    """Ids of the problems of a suite that have no tests."""
    return [problem.id for problem in suite.problems if tests_folder(problem) is None]


def published_problem(row: Mapping[str, Any], place: str) -> Problem:
    """One row of the published file as a problem; a warning says when its tests are not here.

    Raises:
        DataError: a field is missing or malformed; the message names row and field.
    """
    fields = Fields(place, row)
    problem_id = fields.text("problem_id")
    if not re.fullmatch(r"[\w.-]+", problem_id) or problem_id in (".", ".."):
        raise DataError(
            f"{place}, field 'problem_id': expected letters, digits, '.', '_', '-', got {problem_id!r}"
        )
    problem = Problem(
        id=problem_id,
        domain="code",
        # The letter before the published titles tells how hard a problem is among its neighbours.
        title=_POSITION.sub("", fields.text("title")),
        statement=fields.text("problem_statement"),
        tier=fields.choice("difficulty", Tier),
        limits={
            "seconds": fields.integer("time_limit", 1) / 1000,
            "memory": float(fields.integer("memory_limit", 1)),
        },
        provenance={
            "source": row.get("source_url", ""),
            "platform": row.get("platform", ""),
            "suite": row.get("suite_id", ""),
            "position": row.get("position"),
        },
    )
    if tests_folder(problem) is not None:
        return problem
    warnings.warn(f"a problem of {place.partition(',')[0]} {NO_TESTS}", stacklevel=2)
    return replace(problem, provenance={**problem.provenance, "ungradable": NO_TESTS})


def _under(root: Path, problem_id: str) -> Path | None:
    if not root.is_dir():
        raise DataError(
            f"{root}: expected a folder of problem folders (config.yaml and testdata/), found none"
        )
    folder = root / problem_id
    return folder if is_lightcp(folder) else None

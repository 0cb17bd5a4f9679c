"""Stratify problems by reference length and compose contests from them (paper, section 3)."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from pathlib import Path

import numpy as np

from contests.bundled import presented
from contests.suite import Suite
from r3env.errors import ConfigError, DataError
from r3env.problem import Contest, Problem, Tier

SHAPE: Mapping[Tier, int] = {Tier.EASY: 3, Tier.MEDIUM: 2, Tier.HARD: 1}
"""Problems of each tier in one contest."""

Lengths = Mapping[str, float | Sequence[float]]
"""Standalone output length by problem id: one number, or one for each reference model (tokens)."""


def _mean(problem_id: str, given: float | Sequence[float]) -> float:
    values = list(given) if isinstance(given, Iterable) else [given]
    sound = values and all(
        isinstance(v, Real) and not isinstance(v, bool) and math.isfinite(v) and v >= 0 for v in values
    )
    if not sound:
        raise DataError(f"reference length of {problem_id!r}: expected numbers of at least 0, got {given!r}")
    return math.fsum(values) / len(values)


def stratify(lengths: Lengths) -> dict[str, Tier]:
    """Tier of each problem: the shortest half easy, the next third medium, the longest sixth hard.

    Lengths are averaged over the reference models; ties break by problem id. Where the shares are no whole
    numbers, both boundaries (n/2 and 5n/6) are rounded half up.

    Raises:
        DataError: no problem, or a length that is no number of at least 0.

    >>> tiers = stratify({"p": 10, "q": [30, 50], "r": 20, "s": 20, "t": 5, "u": 90})
    >>> [str(tiers[name]) for name in "tprsqu"]
    ['easy', 'easy', 'easy', 'medium', 'medium', 'hard']
    """
    if not lengths:
        raise DataError("expected reference lengths of at least one problem, got none")
    means = {problem_id: _mean(problem_id, given) for problem_id, given in lengths.items()}
    ranked = sorted(means, key=lambda problem_id: (means[problem_id], problem_id))
    n = len(ranked)
    easy, medium = (n + 1) // 2, (10 * n + 6) // 12
    return {
        problem_id: Tier.EASY if rank < easy else Tier.MEDIUM if rank < medium else Tier.HARD
        for rank, problem_id in enumerate(ranked)
    }


def read_lengths(path: str | Path) -> dict[str, list[float]]:
    """Reference lengths from a CSV file: a header, then the problem id and one length for each reference model.

    Raises:
        DataError: the file cannot be read, or a cell is no length; the message names row and column.
    """
    place = Path(path).name
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as stream:
            rows = list(csv.reader(stream))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"cannot read {path}: {error}") from error
    if not rows or len(rows[0]) < 2 or rows[0][0].strip() != "problem_id":
        raise DataError(
            f"{place}, row 1: expected the header 'problem_id' and a column for each reference model"
        )
    header, result = rows[0], {}
    for number, row in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(header):
            raise DataError(f"{place}, row {number}: expected {len(header)} cells, got {len(row)}")
        problem_id = row[0].strip()
        if not problem_id or problem_id in result:
            state = "twice" if problem_id else "empty"
            raise DataError(f"{place}, row {number}, field 'problem_id': {problem_id!r} is {state}")
        result[problem_id] = [_cell(place, number, header[i], row[i]) for i in range(1, len(row))]
    return result


def _cell(place: str, number: int, column: str, text: str) -> float:
    try:
        length = float(text)
    except ValueError:
        length = math.nan
    if not math.isfinite(length) or length < 0:
        raise DataError(
            f"{place}, row {number}, field {column!r}: expected a length of at least 0, got {text!r}"
        )
    return length


def compose(problems: Iterable[Problem], *, name: str, seed: int = 0) -> Suite:
    """Contests of 3 easy, 2 medium and 1 hard problems; every problem is used once.

    Which problems meet is drawn from a seeded generator. The order within a contest is a seeded shuffle that
    never sees a tier (`contests.bundled.presented`).

    Args:
        problems: of one domain, each with a tier; their order does not matter.
        name: name of the suite; contests are called ``name/001`` and so on.
        seed: seed of the draw and of the order.

    Raises:
        ConfigError: the tiers are not in the ratio 3 : 2 : 1, a tier is missing, an id occurs twice, the name
            is empty, or the seed is negative.
    """
    if not name.strip():
        raise ConfigError(
            "expected a name for the suite, which begins the ids of its contests, got an empty one"
        )
    if seed < 0:
        raise ConfigError(f"seed must be at least 0, got {seed}")
    pool = sorted(problems, key=lambda problem: problem.id)
    ids = [problem.id for problem in pool]
    if len(set(ids)) < len(ids):
        raise ConfigError(
            f"a problem id occurs twice: {', '.join(sorted({i for i in ids if ids.count(i) > 1}))}"
        )
    untiered = [problem.id for problem in pool if problem.tier is None]
    if untiered:
        raise ConfigError(
            f"problems without a tier cannot be composed, stratify them first: {', '.join(untiered[:5])}"
        )
    by_tier = {tier: [problem for problem in pool if problem.tier is tier] for tier in SHAPE}
    count = len(by_tier[Tier.HARD]) // SHAPE[Tier.HARD]
    if count < 1 or any(len(by_tier[tier]) != size * count for tier, size in SHAPE.items()):
        got = ", ".join(f"{len(by_tier[tier])} {tier}" for tier in SHAPE)
        wanted = ", ".join(f"{size} {tier}" for tier, size in SHAPE.items())
        raise ConfigError(f"every contest takes {wanted}: expected tiers in this ratio, got {got}")
    rng = np.random.default_rng(seed)
    drawn = {tier: [by_tier[tier][i] for i in rng.permutation(len(by_tier[tier]))] for tier in SHAPE}
    contests = []
    for index in range(count):
        contest_id = f"{name}/{index + 1:03d}"
        chosen = [p for tier, size in SHAPE.items() for p in drawn[tier][index * size : (index + 1) * size]]
        contests.append(Contest(contest_id, chosen[0].domain, presented(contest_id, chosen, seed=seed)))
    return Suite(name, tuple(contests))

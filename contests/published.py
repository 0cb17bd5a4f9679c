"""Reads the published problem files' layout: one JSON object a line, with suite, position and difficulty.

The three published files name their text fields differently; only `Layout` knows how.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contests.bundled import Order, ReadsPublished, presented
from contests.checks import Fields
from contests.loading import domain as load_domain
from contests.suite import Suite, read_rows
from r3env.catalog import domains
from r3env.errors import ConfigError, DataError
from r3env.problem import Contest, Problem, Tier

_SUITE_NUMBER = re.compile(r"(\d+)$")


@dataclass(frozen=True, slots=True)
class Row:
    """One published row, checked.

    Attributes:
        place: where it stands, for messages.
        suite: the published suite id.
        position: position in the suite, from 1.
        tier: published difficulty.
        problem_id: published problem id.
        fields: the whole row.
    """

    place: str
    suite: str
    position: int
    tier: Tier
    problem_id: str
    fields: Mapping[str, Any]

    @property
    def number(self) -> int | None:
        """The number at the end of the suite id, or None."""
        match = _SUITE_NUMBER.search(self.suite)
        return int(match[1]) if match else None


@dataclass(frozen=True, slots=True)
class Layout:
    """Which fields of a row hold what.

    Attributes:
        statement: field of the statement.
        answer: field of the reference answer; None where answers are hidden tests.
        metadata: further fields that a grader needs, kept when present.
    """

    statement: str
    answer: str | None
    metadata: tuple[str, ...] = ()


LAYOUTS = (
    Layout("question", "answer", ("metadata", "generator")),
    Layout("problem", "answer", ("solution",)),
    Layout("problem_statement", None, ("samples", "time_limit", "memory_limit", "rating", "tags")),
)
"""Known layouts, told apart by their statement field."""


def read(path: str | Path) -> list[Row]:
    """All rows of a published file, checked: unique problem ids, positions 1 … n in each suite.

    Raises:
        DataError: a row is malformed; the message names the row and the field.
    """
    rows: list[Row] = []
    seen: dict[str, str] = {}
    for place, raw in read_rows(Path(path)):
        row = _row(place, raw)
        for field, key in (
            ("position", f"position {row.position} of {row.suite}"),
            ("problem_id", f"problem {row.problem_id}"),
        ):
            if key in seen:
                raise DataError(f"{place}, field {field!r}: {key} stands already in {seen[key]}")
            seen[key] = place
        rows.append(row)
    if not rows:
        raise DataError(f"{path}: expected published problems, one JSON object a line, got no row")
    return rows


def _row(place: str, raw: Mapping[str, Any]) -> Row:
    fields = Fields(place, raw)
    return Row(
        place=place,
        suite=fields.text("suite_id"),
        position=fields.integer("position", 1),
        tier=fields.choice("difficulty", Tier),
        problem_id=fields.text("problem_id"),
        fields=raw,
    )


def _layout(row: Row) -> Layout:
    for layout in LAYOUTS:
        if layout.statement in row.fields:
            return layout
    known = ", ".join(repr(layout.statement) for layout in LAYOUTS)
    raise DataError(
        f"{row.place}: expected a statement in one of the fields {known}, got {sorted(row.fields)}"
    )


def _problem(row: Row, domain: str, reader: ReadsPublished | None) -> Problem:
    if reader is not None:
        return reader.published_problem(row.fields, row.place)
    layout, fields = _layout(row), Fields(row.place, row.fields)
    return Problem(
        id=row.problem_id,
        domain=domain,
        title=str(row.fields.get("title") or row.fields.get("generator") or f"problem {row.position}"),
        statement=fields.text(layout.statement),
        reference=None if layout.answer is None else fields.text(layout.answer),
        tier=row.tier,
        metadata={name: row.fields[name] for name in layout.metadata if name in row.fields},
        provenance={
            "source": Path(row.place.partition(",")[0]).name,
            "suite": row.suite,
            "position": row.position,
        },
    )


def load_published(path: str | Path, domain: str, *, order: Order = "shuffled", seed: int = 0) -> Suite:
    """A suite from the user's own copy of a published file.

    Args:
        path: the file.
        domain: name of the domain that its problems belong to; a registered domain that can
            (`contests.bundled.ReadsPublished`) makes the problems, else the fields are taken as they stand.
        order: ``shuffled`` (default) or ``published``, as in `contests.load`.
        seed: seed of the shuffle.

    Raises:
        DataError: a row is malformed; the message names the row and the field.
        ConfigError: no such order.
    """
    own = load_domain(domain) if domain in domains.entries() else None
    reader = own if isinstance(own, ReadsPublished) else None
    suites: dict[str, list[Row]] = {}
    for row in read(path):
        suites.setdefault(row.suite, []).append(row)
    contests = []
    for name, rows in suites.items():
        rows.sort(key=lambda row: row.position)
        expected = list(range(1, len(rows) + 1))
        if [row.position for row in rows] != expected:
            raise DataError(
                f"suite {name!r}: expected positions 1 to {len(rows)}, got {[row.position for row in rows]}"
            )
        number = rows[0].number
        contest_id = f"{domain}/{number:03d}" if number is not None else f"{domain}/{name}"
        problems = presented(contest_id, [_problem(row, domain, reader) for row in rows], order, seed)
        contests.append(Contest(contest_id, domain, problems))
    try:
        return Suite(domain, tuple(sorted(contests, key=lambda contest: contest.id)))
    except ConfigError as error:
        raise DataError(f"{path}: {error}") from error

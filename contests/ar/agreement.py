"""`validate`: how far the bundled suite agrees with a copy of the published problem file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contests.ar.manifest import Recipe, recipes
from contests.ar.published import contest_id, entries, gold_answer
from contests.published import Row, read

REASONS: Mapping[str, str] = {
    "figlet_font": "the drawing depends on the font package that made it",
    "isomorphic_strings": "the statement depends on the hash seed of the process that made it",
    "polynomial_multiplication": "the order of terms depends on the hash seed of the process that made it",
    "ransom_note": "the statement depends on the hash seed of the process that made it",
}
"""Why statements of these generators cannot be made again letter by letter."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One problem whose statement or answer is not the published one.

    Attributes:
        contest: our contest id.
        position: published position.
        published_id: published problem id.
        generator: its generator.
        fields: what differs: ``statement``, ``answer``, ``tier``, ``place`` (suite or position).
        reason: why, where it is known.
    """

    contest: str
    position: int
    published_id: str
    generator: str
    fields: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Result of `validate`.

    Attributes:
        total: problems in the bundled suite.
        statements: how many statements are those of the file.
        answers: how many gold answers are those of the file.
        differences: the problems that differ.
        absent: published ids of bundled problems that the file lacks.
        unknown: ids of the file that the bundled suite lacks.
    """

    total: int
    statements: int
    answers: int
    differences: tuple[Difference, ...]
    absent: tuple[str, ...]
    unknown: tuple[str, ...]


def _difference(recipe: Recipe, entry: dict[str, Any], row: Row) -> Difference | None:
    same = {
        "statement": entry["question"] == row.fields.get("question"),
        "answer": gold_answer(recipe.generator, entry) == row.fields.get("answer"),
        "tier": recipe.tier is row.tier,
        "place": (recipe.suite, recipe.position) == (row.number, row.position),
    }
    fields = tuple(name for name, holds in same.items() if not holds)
    if not fields:
        return None
    reason = (
        "another of several right answers"
        if fields == ("answer",)
        else REASONS.get(recipe.generator, "unknown")
    )
    place = contest_id(recipe.suite)
    return Difference(place, recipe.position, recipe.published_id, recipe.generator, fields, reason)


def validate(path: str | Path) -> Agreement:
    """Compare the bundled suite with a copy of the published file (``abstract_reasoning.jsonl``).

    Raises:
        DataError: the file cannot be read or a row is malformed; the message names the row and the field.
    """
    rows = {row.problem_id: row for row in read(path)}
    made = entries(recipes())
    present = [recipe for recipe in recipes() if recipe.published_id in rows]
    found = [_difference(r, made[r.digest], rows[r.published_id]) for r in present]
    differences = tuple(difference for difference in found if difference is not None)
    known = {recipe.published_id for recipe in recipes()}
    return Agreement(
        total=len(recipes()),
        statements=len(present) - sum("statement" in d.fields for d in differences),
        answers=len(present) - sum("answer" in d.fields for d in differences),
        differences=differences,
        absent=tuple(r.published_id for r in recipes() if r.published_id not in rows),
        unknown=tuple(sorted(set(rows) - known)),
    )

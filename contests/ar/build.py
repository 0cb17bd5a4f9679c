"""New abstract-reasoning suites: from generators, seeds and reference lengths to composed contests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from contests.ar import client, codec
from contests.ar.grading import grade_answer
from contests.ar.published import problem
from contests.checks import Fields
from contests.composing import Lengths, compose, read_lengths, stratify
from contests.suite import Suite, read_rows
from r3env.errors import DataError, UnknownNameError
from r3env.problem import Problem
from r3env.registry import nearest


@dataclass(frozen=True, slots=True)
class Source:
    """Entries 0 … ``size`` - 1 of one generator.

    Attributes:
        generator: Reasoning Gym generator.
        seed: its seed.
        size: number of entries.
        parameters: its further parameters.
        place: where it was read, for messages.
    """

    generator: str
    seed: int
    size: int
    parameters: Mapping[str, Any] = field(default_factory=dict)
    place: str = "source"


def read_sources(path: str | Path) -> list[Source]:
    """Sources from a JSON-lines file: ``{"generator": …, "seed": …, "size": …, "parameters": {…}}`` a line.

    Raises:
        DataError: a row is malformed; the message names the row and the field.
    """
    return [_source(place, row) for place, row in read_rows(Path(path))]


def _source(place: str, row: Any) -> Source:
    fields = Fields(place, row)
    strangers = sorted(set(fields.row) - {"generator", "seed", "size", "parameters"})
    if strangers:
        raise DataError(
            f"{place}, field {strangers[0]!r}: expected generator, seed, size and parameters only"
        )
    parameters = fields.mapping("parameters") if "parameters" in fields.row else {}
    return Source(
        fields.text("generator"), fields.integer("seed", 0), fields.integer("size", 1), parameters, place
    )


def build_pool(sources: str | Path | Iterable[Source | Mapping[str, Any]]) -> list[Problem]:
    """Make every entry of the sources, without tiers; the ids are what a file of reference lengths refers to.

    Every gold answer is graded through the real grader; entries that are equal are kept once.

    Raises:
        DataError: a source is malformed, or its scorer refuses its own gold answer.
        UnknownNameError: no such generator; the message suggests the nearest one.
        ConfigError: Reasoning Gym refuses the parameters.
    """
    if isinstance(sources, str | Path):
        checked = read_sources(sources)
    else:
        checked = [
            source if isinstance(source, Source) else _source(f"source {number}", source)
            for number, source in enumerate(sources, start=1)
        ]
    names = client.known_generators()
    pool: dict[str, Problem] = {}
    for source in checked:
        if source.generator not in names:
            near = nearest(source.generator, names)
            raise UnknownNameError(f"{source.place}: unknown generator {source.generator!r}{near}")
        for index in range(source.size):
            made = _make(source, index)
            pool.setdefault(made.id, made)
    return list(pool.values())


def _make(source: Source, index: int) -> Problem:
    parameters = {**codec.encode(dict(source.parameters)), "seed": source.seed, "size": source.size}
    entry = client.make(source.generator, parameters, index)
    made = problem(source.generator, parameters, index, entry, tier=None)
    verdict = grade_answer(made, str(made.reference), "A")
    if not verdict.correct:
        raise DataError(
            f"{source.place}: the scorer of {source.generator} does not accept the gold answer of entry {index} "
            f"({verdict}): this entry cannot be used"
        )
    return made


def build_suite(
    sources: str | Path | Iterable[Source | Mapping[str, Any]],
    lengths: str | Path | Lengths,
    *,
    name: str = "ar-mine",
    seed: int = 0,
) -> Suite:
    """A new suite: make the pool, stratify it by reference lengths, compose contests.

    Args:
        sources: a JSON-lines file, or sources (see `read_sources`).
        lengths: a CSV file (see `contests.composing.read_lengths`), or lengths by problem id.
        name: name of the suite and first part of its contest ids.
        seed: seed of the composition.

    Raises:
        DataError: malformed input, or a problem without reference lengths.
        ConfigError: the number of problems does not divide into contests.
    """
    pool = build_pool(sources)
    table: Lengths = read_lengths(lengths) if isinstance(lengths, str | Path) else lengths
    lacking = [made.id for made in pool if made.id not in table]
    if lacking:
        raise DataError(
            f"no reference length for {len(lacking)} of {len(pool)} problems: {', '.join(lacking[:5])}"
        )
    tiers = stratify({made.id: table[made.id] for made in pool})
    return compose((replace(made, tier=tiers[made.id]) for made in pool), name=name, seed=seed)

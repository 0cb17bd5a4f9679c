"""`Suite`: contests that belong together, and the file they are kept in."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contests.checks import Fields
from r3env.errors import ConfigError, DataError, UnknownNameError
from r3env.problem import Contest, Problem, Tier
from r3env.registry import nearest

FORMAT = "r3env-suite"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Suite:
    """Contests in order. Iterating gives contests; indexing takes an id or a position.

    Attributes:
        name: name of the suite, for instance ``ar``.
        contests: the contests; ids are unique.
    """

    name: str
    contests: tuple[Contest, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "contests", tuple(self.contests))
        ids = [contest.id for contest in self.contests]
        twice = sorted({i for i in ids if ids.count(i) > 1})
        if twice:
            raise ConfigError(f"suite {self.name!r} holds a contest id twice: {', '.join(twice)}")

    def __len__(self) -> int:
        return len(self.contests)

    def __iter__(self) -> Iterator[Contest]:
        return iter(self.contests)

    def __getitem__(self, key: str | int) -> Contest:
        if isinstance(key, int):
            return self.contests[key]
        for contest in self.contests:
            if contest.id == key:
                return contest
        near = nearest(key, [contest.id for contest in self.contests])
        raise UnknownNameError(f"suite {self.name!r} has no contest {key!r}{near}")

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, contest by contest in presented order."""
        return tuple(problem for contest in self.contests for problem in contest)

    def save(self, path: str | Path) -> None:
        """Write the suite file atomically: a header line, then one JSON line for each contest.

        References, tiers and metadata are in it: it is not for players. An existing file is replaced only when
        the new one is complete.
        """
        target = Path(path)
        head = {"format": FORMAT, "version": VERSION, "name": self.name, "contests": len(self)}
        lines = [head, *(contest.to_dict() for contest in self.contests)]
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                for line in lines:
                    stream.write(json.dumps(line, ensure_ascii=True, allow_nan=False) + "\n")
            Path(name).replace(target)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise


def load_file(path: Path) -> Suite:
    """Read a suite file.

    Raises:
        DataError: the file is absent or malformed; the message names the row and the field.
    """
    rows = list(read_rows(path))
    if not rows:
        raise DataError(f"{path}: expected a suite file, got an empty one")
    place, row = rows[0]
    head = Fields(place, row)
    if head.text("format") != FORMAT:
        raise DataError(f"{place}, field 'format': expected {FORMAT!r}, got {row['format']!r}")
    if head.integer("version", 1) != VERSION:
        raise DataError(
            f"{place}, field 'version': this release reads version {VERSION}, got {row['version']}"
        )
    count = head.integer("contests", 0)
    contests = tuple(_contest(place, row) for place, row in rows[1:])
    if count != len(contests):
        raise DataError(f"{path}: the header promises {count} contests, the file holds {len(contests)}")
    try:
        return Suite(head.text("name"), contests)
    except ConfigError as error:
        raise DataError(f"{path}: {error}") from error


def read_rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Rows of a JSON-lines file with their place, for instance ``suite.jsonl, row 3``; blank lines are skipped.

    Raises:
        DataError: the file cannot be read, or a row is not a JSON object.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot read {path}: {error}") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place = f"{path.name}, row {number}"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise DataError(f"{place}: expected one JSON object, got invalid JSON ({error})") from error
        if not isinstance(row, dict):
            raise DataError(f"{place}: expected one JSON object, got {type(row).__name__}")
        yield place, row


def _contest(place: str, row: Mapping[str, Any]) -> Contest:
    fields = Fields(place, row)
    problems = []
    for position, raw in enumerate(fields.items("problems"), start=1):
        problems.append(_problem(f"{place}, problem {position}", raw))
    try:
        target = None if row.get("target") is None else fields.text("target")
        return Contest(fields.text("id"), fields.text("domain"), tuple(problems), target)
    except ConfigError as error:
        raise DataError(f"{place}: {error}") from error


def _problem(place: str, raw: Any) -> Problem:
    fields = Fields(place, raw)
    return Problem(
        id=fields.text("id"),
        domain=fields.text("domain"),
        title=fields.text("title", empty=True),
        statement=fields.text("statement"),
        reference=fields.any("reference"),
        tier=None if fields.any("tier") is None else fields.choice("tier", Tier),
        metadata=fields.mapping("metadata"),
        limits=fields.mapping("limits"),
        provenance=fields.mapping("provenance"),
    )

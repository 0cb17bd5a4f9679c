"""The bundled manifest: for each problem of the published suite, the facts from which it is made again.

One JSON line per problem. ``digest`` is the SHA-256 of the entry (statement, answer, metadata) as made by
Reasoning Gym 0.1.25 under the fixed hash seed; `contests.ar.derive` writes the file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from r3env.problem import Tier


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one entry is made, and where it stands in the published suite.

    Attributes:
        suite: number of the contest, from 1.
        position: position in the published order, from 1.
        published_id: the id that the published file gives it.
        generator: Reasoning Gym generator.
        preset: published parameter preset (easy, hard): not the tier.
        parameters: parameters of the generator, ``seed`` and ``size`` included.
        index: entry index.
        tier: difficulty tier.
        digest: SHA-256 of the entry.
        precision: digits of decimal arithmetic that the published statement was made with, None for Python's
            own (see `contests.ar.worker.reset_globals`).
        regenerated: True where the published statement is another one (it depended on a hash seed or font).
    """

    suite: int
    position: int
    published_id: str
    generator: str
    preset: str
    parameters: dict[str, Any]
    index: int
    tier: Tier
    digest: str
    precision: int | None
    regenerated: bool

    @property
    def problem_id(self) -> str:
        """Our id: generator and content, nothing that hints at the tier or the published order."""
        return f"{self.generator}-{self.digest[:8]}"


@cache
def recipes() -> tuple[Recipe, ...]:
    """All recipes, by contest and published position."""
    text = resources.files("contests.ar").joinpath("manifest.jsonl").read_text(encoding="utf-8")
    rows = (json.loads(line) for line in text.splitlines())
    return tuple(Recipe(**{**row, "tier": Tier(row["tier"])}) for row in rows)

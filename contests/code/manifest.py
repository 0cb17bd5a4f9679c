"""The bundled suite ``code``: which packages meet in which contest, and how their tiers were found.

``manifest.json`` is written by `build` (``python -m contests.code.manifest``) and read by `contests_of`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from contests.bundled import DEFAULT_ORDER, Order, presented
from contests.code.package import BUNDLED, Package, load_package, load_packages
from contests.composing import SHAPE, compose, stratify
from r3env.errors import DataError, UnknownNameError
from r3env.metering import DEFAULT_ENCODING, TokenMeter
from r3env.problem import Contest, Tier
from r3env.registry import nearest

MANIFEST = Path(__file__).parent / "manifest.json"
SEED = 7
"""Seed of the draw of the bundled suite: which problems meet."""
METHOD = (
    "No model lengths were measured. The length of a problem is the number of tokens of its editorial plus "
    "its reference solution; the shortest half of the pool is easy, the next third medium, the longest sixth "
    "hard, ties by id. Contests take 3 easy, 2 medium and 1 hard, drawn by a seeded generator; the order "
    "within a contest is a seeded shuffle that never sees a tier."
)


def reference_length(package: Package, meter: TokenMeter) -> int:
    """Tokens of editorial and reference solution: stands in for reference models' answers."""
    return meter.count(package.editorial) + meter.count(package.reference.source)


def build(packages: Mapping[str, Package], seed: int = SEED) -> dict[str, Any]:
    """The manifest of a pool of packages, as JSON-like data.

    Raises:
        ConfigError: the number of packages is not a multiple of six.
    """
    meter = TokenMeter()
    lengths = {name: reference_length(package, meter) for name, package in packages.items()}
    tiers = stratify(lengths)
    suite = compose((p.problem(tiers[name]) for name, p in packages.items()), name="code", seed=seed)
    easy_first = list(SHAPE)
    return {
        "suite": "code",
        "version": 1,
        "tiers": METHOD,
        "encoding": DEFAULT_ENCODING,
        "seed": seed,
        "problems": {name: {"length": lengths[name], "tier": str(tiers[name])} for name in sorted(packages)},
        "contests": {
            contest.id: sorted((p.id for p in contest), key=lambda i: (easy_first.index(tiers[i]), i))
            for contest in suite
        },
    }


@cache
def manifest() -> Mapping[str, Any]:
    """The bundled manifest: problem ids with length and tier, and contests with their problems, easy first."""
    data: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    strangers = {i for ids in data["contests"].values() for i in ids} - data["problems"].keys()
    if strangers:
        raise DataError(f"{MANIFEST.name}: contests name unknown problems {', '.join(sorted(strangers))}")
    return MappingProxyType(data)


def contest_ids() -> tuple[str, ...]:
    """Ids of the bundled contests: ``code/001`` to ``code/006``."""
    return tuple(manifest()["contests"])


def contests_of(ids: Sequence[str], order: Order = DEFAULT_ORDER, seed: int = 0) -> list[Contest]:
    """The bundled contests with these ids; ``order`` and ``seed`` as in `contests.bundled.presented`.

    Raises:
        UnknownNameError: no such contest; the message suggests the nearest id.
    """
    made = []
    for contest_id in ids:
        if contest_id not in manifest()["contests"]:
            raise UnknownNameError(
                f"unknown contest {contest_id!r}{nearest(contest_id, list(contest_ids()))}"
            )
        problems = []
        for name in manifest()["contests"][contest_id]:
            tier = Tier(manifest()["problems"][name]["tier"])
            problems.append(load_package(BUNDLED / name).problem(tier))
        made.append(Contest(contest_id, "code", presented(contest_id, problems, order, seed)))
    return made


if __name__ == "__main__":
    MANIFEST.write_text(json.dumps(build(load_packages()), indent=1) + "\n", encoding="utf-8")

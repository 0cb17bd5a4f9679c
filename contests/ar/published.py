"""The published suite, made from the manifest: each problem from the cache, else from Reasoning Gym."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from contests.ar import cache, client, codec
from contests.ar.manifest import Recipe, recipes
from contests.bundled import DEFAULT_ORDER, Order, presented
from contests.checks import Fields
from r3env.errors import DataError
from r3env.problem import Contest, Problem, Tier

ANSWER_FIELDS = {"graph_color": "possible_answer", "propositional_logic": "example_answer"}
"""Where the gold answer stands in the metadata of generators that give none."""


def contest_id(suite: int) -> str:
    """``ar/007`` for 7."""
    return f"ar/{suite:03d}"


def contest_ids() -> tuple[str, ...]:
    """Ids of the 50 contests."""
    return tuple(dict.fromkeys(contest_id(recipe.suite) for recipe in recipes()))


def gold_answer(generator: str, entry: dict[str, Any]) -> str:
    """The gold answer of an encoded entry as text; from its metadata where the entry has none.

    Raises:
        DataError: neither the entry nor a known metadata field holds one.
    """
    if entry["answer"] is not None:
        return str(entry["answer"])
    field = ANSWER_FIELDS.get(generator, "")
    if field not in entry["metadata"]:
        raise DataError(f"{generator} gives no gold answer, and no metadata field is known to hold one")
    answer = codec.decode(entry["metadata"][field])
    if isinstance(answer, str):
        return answer
    return json.dumps(
        {str(k): v for k, v in answer.items()} if isinstance(answer, dict) else answer, sort_keys=True
    )


def problem(
    generator: str,
    parameters: dict[str, Any],
    index: int,
    entry: dict[str, Any],
    *,
    tier: Tier | None,
    **more: Any,
) -> Problem:
    """A problem from an encoded entry; ``more`` goes into its provenance."""
    return Problem(
        id=f"{generator}-{codec.digest(entry)[:8]}",
        domain="ar",
        title=generator.replace("_", " "),
        statement=entry["question"],
        reference=gold_answer(generator, entry),
        tier=tier,
        metadata={"entry": entry["metadata"]},
        provenance={
            "source": f"reasoning-gym {client.EXPECTED_VERSION}",
            "licence": "Apache-2.0",
            "generator": generator,
            "parameters": dict(parameters),  # the manifest keeps its own
            "index": index,
            "hash_seed": client.HASH_SEED,
            **more,
        },
    )


def _check(recipe: Recipe, entry: dict[str, Any]) -> None:
    if codec.digest(entry) == recipe.digest:
        return
    installed = []
    for package in ("reasoning-gym", "pyfiglet", "sympy", "numpy"):
        try:
            installed.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            installed.append(f"{package} missing")
    raise DataError(
        f"{recipe.published_id} came out differently from the bundled manifest: expected digest "
        f"{recipe.digest[:12]}, got {codec.digest(entry)[:12]} with {', '.join(installed)}; install "
        f"reasoning-gym=={client.EXPECTED_VERSION} with the packages that it asks for"
    )


def entries(wanted: Iterable[Recipe]) -> dict[str, dict[str, Any]]:
    """Encoded entries by digest, from the cache or made now (and cached).

    Raises:
        DataError: an entry differs from the manifest, because other packages are installed.
    """
    found: dict[str, dict[str, Any]] = {}
    absent: list[Recipe] = []
    for recipe in wanted:
        entry = cache.get(recipe.digest)
        if entry is None:
            absent.append(recipe)
        else:
            found[recipe.digest] = entry
    # Entries of one data set together: making a data set costs more than making an entry.
    for recipe in sorted(absent, key=lambda r: (r.generator, codec.dumps(r.parameters), r.index)):
        entry = client.make(recipe.generator, recipe.parameters, recipe.index, recipe.precision)
        _check(recipe, entry)
        cache.put(entry)
        found[recipe.digest] = entry
    return found


def published_problem(fields: Mapping[str, Any], place: str) -> Problem:
    """A gradable problem with the published statement and answer of one row of the published file.

    Raises:
        DataError: a field is missing or malformed.
        ConfigError: Reasoning Gym refuses the row's generator or parameters.
    """
    row = Fields(place, fields)
    facts = Fields(f"{place}, field 'metadata'", row.mapping("metadata"))
    generator, index = row.text("generator"), facts.integer("entry_index", 0)
    parameters = {
        **facts.mapping("dataset_params"),
        "seed": facts.integer("row_seed", 0),
        "size": facts.integer("generation_size", 1),
    }
    known = next((r for r in recipes() if r.published_id == row.text("problem_id")), None)
    same = known is not None and (known.generator, known.parameters, known.index) == (
        generator,
        parameters,
        index,
    )
    made = entries([known])[known.digest] if known and same else client.make(generator, parameters, index)
    statement, metadata = row.text("question"), made["metadata"]
    if made["question"] != statement:  # another hash seed: the file's own metadata belongs to its statement
        metadata = facts.mapping("generator_metadata")
    return Problem(
        id=row.text("problem_id"),
        domain="ar",
        title=generator.replace("_", " "),
        statement=statement,
        reference=row.text("answer"),
        tier=row.choice("difficulty", Tier),
        metadata={"entry": metadata},
        provenance={
            "source": "published file",
            "generator": generator,
            "parameters": parameters,
            "index": index,
        },
    )


def load_contests(ids: Sequence[str], order: Order = DEFAULT_ORDER, seed: int = 0) -> list[Contest]:
    """Contests with these ids, problems in presented order."""
    wanted = {name: [r for r in recipes() if contest_id(r.suite) == name] for name in ids}
    made = entries(recipe for rows in wanted.values() for recipe in rows)
    contests = []
    for name in ids:
        problems = [
            problem(
                recipe.generator,
                recipe.parameters,
                recipe.index,
                made[recipe.digest],
                tier=recipe.tier,
                suite=recipe.suite,
                position=recipe.position,
                published_id=recipe.published_id,
                precision=recipe.precision,
                regenerated=recipe.regenerated,
            )
            for recipe in wanted[name]
        ]
        contests.append(Contest(name, "ar", presented(name, problems, order, seed)))
    return contests

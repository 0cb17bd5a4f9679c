"""Writes ``manifest.jsonl`` from a copy of the published problem file: facts only, no statement, no answer.

Run as ``python -m contests.ar.derive PUBLISHED.jsonl contests/ar/manifest.jsonl``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from contests.ar import cache, client, codec

PRECISIONS = (None, 10, 12)
"""Precisions that `decimal_arithmetic` sets with the published parameters, and Python's own (None)."""


def _likeness(entry: dict[str, Any], row: dict[str, Any]) -> tuple[bool, bool]:
    """Whether the statement is the published one, then whether the answer is."""
    return entry["question"] == row["question"], entry["answer"] == row["answer"]


def fact_row(row: dict[str, Any]) -> dict[str, Any]:
    """The facts of one published row, with the digest of the entry that they make here."""
    facts = row["metadata"]
    parameters = {**facts["dataset_params"], "seed": facts["row_seed"], "size": facts["generation_size"]}
    tries = [
        (client.make(row["generator"], parameters, facts["entry_index"], precision), precision)
        for precision in (PRECISIONS if row["generator"].startswith("decimal_") else PRECISIONS[:1])
    ]
    entry, precision = max(tries, key=lambda made: _likeness(made[0], row))
    cache.put(entry)
    return {
        "suite": int(row["suite_id"].rsplit("-", 1)[1]),
        "position": row["position"],
        "published_id": row["problem_id"],
        "generator": row["generator"],
        "preset": facts["split"],
        "parameters": parameters,
        "index": facts["entry_index"],
        "tier": row["difficulty"],
        "digest": codec.digest(entry),
        "precision": precision,
        "regenerated": entry["question"] != row["question"],
    }


def main(published: str, target: str) -> None:
    """Read the published file and write the manifest, ordered by contest and position."""
    lines = Path(published).read_text(encoding="utf-8").splitlines()
    rows = [fact_row(json.loads(line)) for line in lines if line.strip()]
    rows.sort(key=lambda row: (row["suite"], row["position"]))
    text = "".join(json.dumps(row, sort_keys=False, separators=(",", ":")) + "\n" for row in rows)
    Path(target).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

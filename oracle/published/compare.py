"""A new policy's cells beside the published ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from oracle.gap import gap_ratio
from oracle.published.data import main_results
from r3env.errors import DataError

_NUMBERS = ("contest", "oracle")


def compare(cells: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Set new cells beside the published cells of the same setting, pressure and domain.

    Args:
        cells: one mapping a cell with ``model``, ``setting``, ``domain``, ``rho``, ``contest`` and ``oracle``
            (mean problems per contest); further keys are kept out of the table.

    Returns:
        Rows with ``setting``, ``rho``, ``domain``, ``model``, ``published``, ``contest``, ``oracle``,
        ``gap_ratio_pct`` (None when the oracle is 0), ``rank_contest`` (1 solves most) and ``rank_gap`` (1
        has the smallest gap; None without one). Equal values share the better rank. Conditions come in sorted
        order, rows by contest score. A condition that nobody published holds the new rows alone.

    Raises:
        DataError: a cell lacks a key, or holds something that is not a number from 0 (names the cell).
    """
    new = [_row(dict(cell), number) for number, cell in enumerate(cells)]
    conditions = sorted({_condition(row) for row in new}, key=lambda c: (c[0], c[1], c[2]))
    table: list[dict[str, Any]] = []
    for condition in conditions:
        rows = [row for row in _published() if _condition(row) == condition]
        rows += [row for row in new if _condition(row) == condition]
        _rank(rows)
        table += sorted(rows, key=lambda row: (row["rank_contest"], row["model"]))
    return table


def _condition(row: Mapping[str, Any]) -> tuple[str, float, str]:
    return row["setting"], row["rho"], row["domain"]


def _row(cell: dict[str, Any], number: int) -> dict[str, Any]:
    wanted = ("setting", "rho", "domain", "model", *_NUMBERS)
    absent = [key for key in wanted if cell.get(key) is None]
    if absent:
        raise DataError(f"cell {number} must have {', '.join(wanted)}; it lacks {', '.join(absent)}")
    for key in ("rho", *_NUMBERS):
        value = cell[key]
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            raise DataError(f"cell {number} ({cell['model']}): {key} must be a number from 0, got {value!r}")
    ratio = gap_ratio(cell["contest"], cell["oracle"])
    row = {key: cell[key] for key in wanted}
    return {**row, "published": False, "gap_ratio_pct": None if ratio is None else 100 * ratio}


def _published() -> list[dict[str, Any]]:
    return [{**asdict(row), "published": True} for row in main_results()]


def _rank(rows: list[dict[str, Any]]) -> None:
    gaps = [row["gap_ratio_pct"] for row in rows if row["gap_ratio_pct"] is not None]
    for row in rows:
        gap = row["gap_ratio_pct"]
        row["rank_contest"] = 1 + sum(other["contest"] > row["contest"] for other in rows)
        row["rank_gap"] = None if gap is None else 1 + sum(other < gap for other in gaps)

"""Comparisons of cells on the same contests: the scheduler study, the difference of two stores, a pilot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from oracle.analysis import CellReport, Options, analyze_cell, cell_scores, curves_of
from oracle.checks import FloatArray
from oracle.gap import contest_scores
from oracle.outcomes import contest_problems
from oracle.paired import PairedDifference, align, holm, paired_difference
from oracle.tables import Cell, Records
from oracle.value import oracle_value
from r3env.errors import DataError

REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One cell beside the one it is compared with.

    Attributes:
        report: figures of the cell.
        base: what it is compared with, in words.
        paired: difference of contest scores, this cell minus the base, on the contests that both have.
        adjusted: p-value after Holm's correction over the whole study; None where there is none.
        only_here: contests that only this cell has.
        only_base: contests that only the base has.
        base_unscored: runs of the base without a verdict; they count as 0, as those of the cell do.
    """

    report: CellReport
    base: str
    paired: PairedDifference | None
    adjusted: float | None = None
    only_here: tuple[str, ...] = ()
    only_base: tuple[str, ...] = ()
    base_unscored: int = 0

    def to_dict(self) -> dict[str, Any]:
        """JSON-like form."""
        return {
            **self.report.to_dict(),
            "base": self.base,
            "paired": None if self.paired is None else asdict(self.paired),
            "adjusted": self.adjusted,
            "only_here": list(self.only_here),
            "only_base": list(self.only_base),
            "base_unscored": self.base_unscored,
        }


def scheduler_study(
    records: Records, failed: Records | None = None, options: Options | None = None
) -> list[Comparison]:
    """Every scheduler against the reference of its policy, setting, domain, pressure and budget.

    The reference's own row has no difference; a cell without a reference has none either. P-values are
    corrected over all rows (Holm).
    """
    chosen = options or Options()
    cells = _tried(records, failed)
    rows = []
    for cell, runs in cells.items():
        report = analyze_cell(cell, runs[0], records, failed, chosen)
        base = cells.get(cell._replace(scheduler=REFERENCE))
        if cell.scheduler == REFERENCE or base is None:
            rows.append(Comparison(report, "", None))
        else:
            rows.append(_compare(report, runs, base, REFERENCE, chosen))
    return _corrected(rows)


def difference(
    first: Records,
    second: Records,
    options: Options | None = None,
    *,
    failed: tuple[Records | None, Records | None] = (None, None),
    names: tuple[str, str] = ("1", "2"),
) -> list[Comparison]:
    """Cells of ``second`` minus the same cells of ``first``, aligned by contest.

    Cells match by setting, domain, pressure and scheduler, and by policy and budget where both stores have
    several. Else the budgets may differ: each store was calibrated for its own policy. ``failed`` holds the
    last tries of either store that never succeeded.

    Raises:
        DataError: no cell matches.
    """
    chosen = options or Options()
    one, other = _tried(first, failed[0]), _tried(second, failed[1])
    rows = []
    for cell, runs in other.items():
        match = _match(cell, one)
        if match is not None:
            report = analyze_cell(cell, runs[0], second, failed[1], chosen)
            rows.append(_compare(report, runs, one[match], f"{names[0]}: {match.policy}", chosen))
    if not rows:
        raise DataError(
            f"no cell of {names[1]} matches one of {names[0]}: "
            f"{sorted({_key(c) for c in other})} against {sorted({_key(c) for c in one})}"
        )
    return _corrected(rows)


def pilot(records: Records, cell: Cell) -> FloatArray:
    """Contest scores of a cell, shape (contests, repeats), for planning; every run must have a verdict.

    Raises:
        DataError: the cell is empty or incomplete.
    """
    own = dict(records.cells("contest")).get(cell)
    if own is None:
        raise DataError(f"no contest runs of {cell}")
    scores = cell_scores(own, None, contest_problems(own))
    if not scores.scored.all():
        missing = int((~scores.scored).sum())
        raise DataError(f"a pilot needs every run judged: {missing} of {scores.scored.size} are not")
    return scores.solved


def oracle_values(records: Records, cell: Cell, options: Options | None = None) -> FloatArray:
    """Oracle of each contest of a cell, in the order of `pilot`, shape (contests,).

    Raises:
        DataError: a contest of the cell has no complete response curves.
    """
    chosen = options or Options()
    own = dict(records.cells("contest"))[cell]
    curves = curves_of(records, cell, contest_problems(own), chosen.level_zero)
    if curves is None or cell.budget is None:
        raise DataError(f"no response curves of {cell}")
    lacking = int((~curves.complete).sum())
    if lacking:
        raise DataError(f"{lacking} of {len(curves.contests)} contests have no complete response curves")
    counted = curves.outcomes * curves.scored
    return oracle_value(counted, curves.costs, cell.budget, chosen.method)


def _key(cell: Cell) -> tuple[str, str, str, str]:
    return cell.setting, cell.domain, str(cell.rho), cell.scheduler


def _match(cell: Cell, others: Iterable[Cell]) -> Cell | None:
    """The cell to compare with: same policy and same budget if there are such, else the only one of its kind."""
    candidates = [other for other in others if _key(other) == _key(cell)]
    for name in ("policy", "budget"):
        equal = [other for other in candidates if getattr(other, name) == getattr(cell, name)]
        candidates = equal or candidates
    return candidates[0] if len(candidates) == 1 else None


_Runs = tuple[Records, Records | None]
"""Finished episodes of a cell, and the last tries of those that never succeeded."""


def _tried(records: Records, failed: Records | None) -> dict[Cell, _Runs]:
    """Finished and failed contest runs of every cell that has finished ones."""
    lost = {} if failed is None else dict(failed.cells("contest"))
    return {cell: (own, lost.get(cell)) for cell, own in records.cells("contest")}


def _means(runs: _Runs) -> tuple[dict[str, float], int]:
    """Mean score by contest, and the number of runs without a verdict, which count as 0."""
    own, lost = runs
    scores = cell_scores(own, lost, contest_problems(own if lost is None else own.join(lost)))
    found = contest_scores(scores.solved, problems=scores.size, scored=scores.scored)
    return dict(zip(scores.contests, map(float, found.mean), strict=True)), found.unscored


def _compare(report: CellReport, runs: _Runs, base: _Runs, name: str, options: Options) -> Comparison:
    (own, _), (other, unscored) = _means(runs), _means(base)
    aligned = align(own, other)
    paired = None
    if aligned.ids:
        rng = np.random.default_rng(options.seed)
        paired = paired_difference(aligned.first, aligned.second, rng=rng, level=options.level)
    return Comparison(report, name, paired, None, aligned.only_first, aligned.only_second, unscored)


def _corrected(rows: list[Comparison]) -> list[Comparison]:
    raw = {i: r.paired.p_value for i, r in enumerate(rows) if r.paired is not None}
    tested = {i: p for i, p in raw.items() if p is not None}
    adjusted = holm(list(tested.values())).tolist() if tested else []
    for i, p in zip(tested, adjusted, strict=True):
        rows[i] = replace(rows[i], adjusted=p)
    return rows

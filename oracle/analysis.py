"""`analyze`: records in, one `CellReport` for each cell out: contest, equal share, oracle, gap, denominators.

The chain is load → curves → replay and oracle → gap; each step is a pure function of its own, see `oracle`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

import numpy as np

from oracle.calibration import Calibration, calibrate
from oracle.checks import FloatArray
from oracle.gap import cell_gap, contest_scores
from oracle.intervals import Interval, cluster_interval, ratio_interval
from oracle.outcomes import CurveArrays, contest_problems, curve_arrays
from oracle.replay import Attempts, Reading, equal_share_replay
from oracle.tables import Bools, Cell, Records, cell_order
from oracle.value import METHODS, NEEDS_TWO, bracket, oracle_value
from r3env.episode import Status
from r3env.errors import ConfigError, DataError

LevelZero = Literal["auto", "synthetic"]


@dataclass(frozen=True, slots=True)
class Scores:
    """Contest scores of one cell.

    Attributes:
        contests: contest ids, shape (C,).
        solved: problems solved, shape (C, R); 0 where not scored.
        scored: False where a run failed outside the player, was never played, or has a grader error.
        size: problems of a contest.
    """

    contests: tuple[str, ...]
    solved: FloatArray
    scored: Bools
    size: int


@dataclass(frozen=True, slots=True)
class CellReport:
    """The figures of one cell; those that need curves are None where the policy has none.

    Attributes:
        cell: policy, setting, domain, pressure and scheduler.
        budget: shared budget in the official unit; infinite when unbudgeted: there is no oracle then.
        contests: contests in the figures.
        left_out: contests without complete curves, left out of all figures of the cell.
        repeats: planned runs of a contest.
        unscored: runs without a verdict; the headline counts them as 0.
        contest: mean score, problems a contest.
        contest_interval: of `contest`, over contests.
        contest_scored: mean score over the scored runs only (the second figure); None if there is none.
        equal: equal-share replay, problems a contest.
        oracle: oracle value, problems a contest, by `method`.
        lower: cross-fitted oracle: the true one is not below it in expectation; None with one repeat.
        upper: plug-in oracle: the true one is not above it in expectation.
        delta: Δ_RR = oracle − contest.
        ratio: GapRatio as a fraction; None when the oracle is 0.
        ratio_interval: of `ratio`, over contests.
        negative: the contests beat the oracle of the curves; kept, never clipped.
        oracle_zero: contests with an oracle of 0.
        curve_unscored: curve runs that are missing or have no verdict; they count as not right.
        coverage_impossible: under a coverage scheduler the budget is below the number of problems, so that not
            every problem gets a counted step and none gets a second one.
        method: estimator of the oracle.
        reason: why there is no oracle although there are curves; empty otherwise.
    """

    cell: Cell
    budget: float
    contests: int
    left_out: int
    repeats: int
    unscored: int
    contest: float
    contest_interval: Interval
    contest_scored: float | None
    equal: float | None = None
    oracle: float | None = None
    lower: float | None = None
    upper: float | None = None
    delta: float | None = None
    ratio: float | None = None
    ratio_interval: Interval | None = None
    negative: bool = False
    oracle_zero: int = 0
    curve_unscored: int = 0
    coverage_impossible: bool = False
    method: str = "plugin"
    reason: str = ""

    @property
    def complete(self) -> bool:
        """True when every planned run has a verdict: only then is there a headline without a decision."""
        return self.unscored == 0

    def to_dict(self) -> dict[str, Any]:
        """JSON-like form; the budget is None when unbudgeted."""
        cell = self.cell._asdict()
        return {**asdict(self), "cell": cell, "budget": self.cell.budget, "complete": self.complete}


@dataclass(frozen=True, slots=True)
class Options:
    """How to analyse.

    Attributes:
        method: estimator of the oracle, see `oracle.oracle_value`.
        reading: of the equal-share replay, ``paper`` or ``release``.
        level_zero: ``auto`` uses level-0 runs where there are any; ``synthetic`` takes value 0.
        level: of the intervals.
        seed: of the resampling.

    Raises:
        ConfigError: an unknown method, reading or level_zero.
    """

    method: str = "plugin"
    reading: Reading = "paper"
    level_zero: LevelZero = "auto"
    level: float = 0.95
    seed: int = 0

    def __post_init__(self) -> None:
        known = {"method": METHODS, "reading": get_args(Reading), "level_zero": get_args(LevelZero)}
        for name, values in known.items():
            if getattr(self, name) not in values:
                raise ConfigError(f"{name} must be one of {', '.join(values)}, got {getattr(self, name)!r}")


def analyze(
    records: Records, failed: Records | None = None, options: Options | None = None
) -> list[CellReport]:
    """Every cell of the contest runs, in sorted order.

    Args:
        records: finished episodes (`oracle.records.load`).
        failed: last tries of episodes that never succeeded; counted as unscored.
        options: see `Options`.
    """
    chosen = options or Options()
    own = dict(records.cells("contest"))
    lost = {} if failed is None else dict(failed.cells("contest"))
    cells = sorted({*own, *lost}, key=cell_order)
    nothing = records.select(np.zeros(len(records.episodes), dtype=np.bool_))
    return [analyze_cell(cell, own.get(cell, nothing), records, failed, chosen) for cell in cells]


def analyze_cell(
    cell: Cell, own: Records, records: Records, failed: Records | None, options: Options
) -> CellReport:
    """One cell; ``own`` holds its contest runs, ``records`` the curve runs of the same policy.

    A contest whose runs all failed outside the player belongs to the cell like any other.
    """
    lost = None if failed is None else _select(failed.select(purpose="contest"), cell)
    problems = contest_problems(own)
    if lost is not None:
        problems = dict(sorted({**contest_problems(lost), **problems}.items()))
    scores = cell_scores(own, lost, problems)
    budget = math.inf if cell.budget is None else cell.budget
    curves = None if cell.budget is None else curves_of(records, cell, problems, options.level_zero)
    if curves is None:
        return _without_curves(cell, budget, scores, options)
    kept = curves.complete
    if not kept.any():
        return _without_curves(cell, budget, scores, options)
    report = _without_curves(cell, budget, _keep(scores, kept), options)
    return _with_curves(
        replace(report, left_out=int((~kept).sum())), _keep(scores, kept), curves.take(kept), options
    )


def _select(records: Records, cell: Cell) -> Records:
    return records.select(**cell._asdict())


def cell_scores(own: Records, lost: Records | None, problems: Mapping[str, Sequence[str]]) -> Scores:
    """Arrange the contest runs of a cell by contest and repeat.

    Raises:
        DataError: contests of several sizes, or two finished runs of one contest and repeat.
    """
    contests = tuple(problems)
    sizes = {len(p) for p in problems.values()}
    if len(sizes) != 1:
        raise DataError(f"the contests of a cell must have one size, got {sorted(sizes)}")
    repeats = np.unique(
        own.episodes.repeat if lost is None else np.r_[own.episodes.repeat, lost.episodes.repeat]
    )
    row = {contest: i for i, contest in enumerate(contests)}
    solved = np.zeros((len(contests), len(repeats)))
    scored = np.zeros(solved.shape, dtype=np.bool_)
    table, slots = own.episodes, own.slots
    targeted = (table.target < 0)[slots.episode] | (slots.position == table.target[slots.episode])
    solved_by = np.bincount(slots.episode, weights=slots.correct & targeted, minlength=len(table))
    ungraded = np.bincount(slots.episode, weights=~slots.judged, minlength=len(table))
    rows = np.array([row[str(c)] for c in table.contest], dtype=np.int64)
    at = (rows, np.searchsorted(repeats, table.repeat))
    twice = np.flatnonzero(np.bincount(np.ravel_multi_index(at, solved.shape)) > 1)
    if twice.size:
        contest, repeat = (int(i) for i in np.unravel_index(int(twice[0]), solved.shape))
        raise DataError(
            f"contest {contests[contest]}, repeat {repeats[repeat]} was played more than once in one cell "
            "(with another seed, or other options of the policy): analyse the stores one by one"
        )
    solved[at] = solved_by
    scored[at] = ungraded == 0
    return Scores(contests, solved, scored, sizes.pop())


def curves_of(
    records: Records, cell: Cell, problems: Mapping[str, Sequence[str]], level_zero: LevelZero
) -> CurveArrays | None:
    """Curve runs of the cell's policy on the cell's problems; None when it has none."""
    runs = records.select(purpose="curve", policy=cell.policy, setting=cell.setting, domain=cell.domain)
    if not np.isin(runs.slots.problem, [p for row in problems.values() for p in row]).any():
        return None
    return curve_arrays(runs, problems, level_zero=level_zero)


def _keep(scores: Scores, kept: Bools) -> Scores:
    contests = tuple(c for c, k in zip(scores.contests, kept, strict=True) if k)
    return Scores(contests, scores.solved[kept], scores.scored[kept], scores.size)


def _without_curves(cell: Cell, budget: float, scores: Scores, options: Options) -> CellReport:
    means = contest_scores(scores.solved, problems=scores.size, scored=scores.scored)
    second = contest_scores(
        scores.solved, problems=scores.size, scored=scores.scored, unscored="leave_out"
    ).mean
    known = second[~np.isnan(second)]
    return CellReport(
        cell=cell,
        budget=budget,
        contests=len(scores.contests),
        left_out=0,
        repeats=scores.solved.shape[1],
        unscored=means.unscored,
        contest=float(means.mean.mean()),
        contest_interval=cluster_interval(means.mean, options.level, rng=np.random.default_rng(options.seed)),
        contest_scored=float(known.mean()) if known.size else None,
        coverage_impossible="coverage" in cell.scheduler and budget < scores.size,
        method=options.method,
    )


def _with_curves(report: CellReport, scores: Scores, curves: CurveArrays, options: Options) -> CellReport:
    counted = curves.outcomes * curves.scored
    if counted.shape[-1] < 2 and options.method in NEEDS_TWO:
        return replace(
            report, reason=f"{options.method} needs at least 2 runs of a problem at a level, got 1"
        )
    means = contest_scores(scores.solved, problems=scores.size, scored=scores.scored).mean
    values = oracle_value(counted, curves.costs, report.budget, options.method)
    gap = cell_gap(means, values, problems=scores.size)
    attempts = Attempts(curves.consumed, counted, curves.costs)
    several = counted.shape[-1] > 1
    low_high = bracket(counted, curves.costs, report.budget) if several else (None, float(values.mean()))
    rng = np.random.default_rng(options.seed)
    return replace(
        report,
        equal=float(equal_share_replay(attempts, report.budget, reading=options.reading).mean()),
        oracle=gap.oracle,
        lower=low_high[0],
        upper=low_high[1],
        delta=gap.delta,
        ratio=gap.ratio,
        ratio_interval=None if gap.ratio is None else ratio_interval(means, values, options.level, rng=rng),
        negative=gap.negative,
        oracle_zero=gap.oracle_zero,
        curve_unscored=curves.missing,
    )


def calibration_of(records: Records, policy: str, setting: str, domain: str) -> Calibration:
    """R∞ of a policy from its unbudgeted runs.

    Raises:
        DataError: there are none, or none completed.
    """
    runs = records.select(purpose="calibrate", policy=policy, setting=setting, domain=domain).episodes
    if not len(runs):
        raise DataError(
            f"no unbudgeted runs of {policy} in {setting}/{domain}: run `r3env calibrate` first, or give --budget"
        )
    return calibrate(runs.used, runs.status == str(Status.COMPLETED))

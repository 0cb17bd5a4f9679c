"""Outcome arrays of single-problem runs, arranged by contest: what response curves and oracles are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from oracle.tables import Bools, Floats, Ints, Records, Texts
from r3env.errors import DataError


@dataclass(frozen=True, slots=True)
class CurveArrays:
    """Single-problem runs of one policy, setting and domain (paper, section 3, response curves).

    Attributes:
        contests: contest ids, shape (C,).
        problems: problem ids in presented order, shape (C, P).
        outcomes: 1 judged right, else 0, shape (C, P, L, K); level 0 first.
        scored: False where a run is missing or was not judged, same shape.
        consumed: official units used, 0 where a run is missing, same shape.
        costs: nominal cost of each level, official units, shape (L,).
        synthetic_zero: level 0 was not run and stands for "unfunded" with value 0.
    """

    contests: Texts
    problems: Texts
    outcomes: Ints
    scored: Bools
    consumed: Floats
    costs: Floats
    synthetic_zero: bool

    @property
    def missing(self) -> int:
        """Number of runs that are missing or were not judged."""
        return int((~self.scored).sum())

    @property
    def complete(self) -> Bools:
        """Contests whose problems all have a scored run at a level above 0, shape (C,): others have no oracle."""
        complete: Bools = np.all(np.any(self.scored[:, :, 1:], axis=(2, 3)), axis=1)
        return complete

    def take(self, contests: Bools) -> CurveArrays:
        """Some contests only: a mask of shape (C,)."""
        names = ("contests", "problems", "outcomes", "scored", "consumed")
        return replace(self, **{name: getattr(self, name)[contests] for name in names})


def contest_problems(records: Records) -> dict[str, tuple[str, ...]]:
    """Problem ids of every contest in the records, in the order first shown; contests sorted by id.

    Raises:
        DataError: two episodes of one contest show different problems.
    """
    found: dict[str, tuple[str, ...]] = {}
    starts = np.searchsorted(records.slots.episode, np.arange(len(records.episodes)))
    for row, start in enumerate(starts):
        contest = str(records.episodes.contest[row])
        shown = tuple(map(str, records.slots.problem[start : start + records.episodes.size[row]]))
        if sorted(found.setdefault(contest, shown)) != sorted(shown):
            name = records.episodes.fingerprint[row]
            raise DataError(f"episode {name}: contest {contest} must hold {found[contest]}, got {shown}")
    return dict(sorted(found.items()))


def curve_arrays(
    records: Records,
    contests: Mapping[str, Sequence[str]],
    *,
    level_zero: Literal["auto", "synthetic"] = "auto",
) -> CurveArrays:
    """Arrange the curve runs of one policy, setting and domain by contest.

    Args:
        records: records of one policy, setting and domain; only their runs of purpose ``curve`` are read.
        contests: problem ids by contest, all of one length (see `contest_problems`).
        level_zero: ``auto`` uses the runs with nothing to spend where there are any (agentic), else value 0;
            ``synthetic`` always takes value 0 (the reading of the paper's text, section 3).

    Returns:
        Arrays with level 0 first. Runs of problems outside ``contests`` are left out.

    Raises:
        DataError: no curve run, contests of several sizes, two costs for one level, or a run without a level.
    """
    runs = records.select(purpose="curve")
    table = runs.episodes
    sizes = {len(p) for p in contests.values()}
    if len(runs.slots) == 0 or len(sizes) != 1:
        got = f"{len(runs.slots)} runs and contests of sizes {sorted(sizes)}"
        raise DataError(f"curves need runs of purpose 'curve' and contests of one size, got {got}")
    if (table.size != 1).any() or (table.level < 0).any():
        row = int(np.flatnonzero((table.size != 1) | (table.level < 0))[0])
        raise DataError(f"episode {table.fingerprint[row]}: a curve run has one problem and a level from 0")
    costs, synthetic = _costs(runs, level_zero)
    problems = np.array(list(contests.values()), dtype=np.str_)
    ids, place = np.unique(problems.ravel(), return_inverse=True)
    outcomes, scored, consumed = _fill(runs, ids, len(costs), synthetic)
    shape = (*problems.shape, len(costs), outcomes.shape[-1])
    return CurveArrays(
        contests=np.array(list(contests), dtype=np.str_),
        problems=problems,
        outcomes=outcomes[place.ravel()].reshape(shape),
        scored=scored[place.ravel()].reshape(shape),
        consumed=consumed[place.ravel()].reshape(shape),
        costs=costs,
        synthetic_zero=synthetic,
    )


def _costs(runs: Records, level_zero: str) -> tuple[Floats, bool]:
    table = runs.episodes
    synthetic = level_zero == "synthetic" or not (table.level == 0).any()
    costs = np.zeros(int(table.level.max()) + 1)
    for level in range(1 if synthetic else 0, len(costs)):
        found = np.unique(table.budget[table.level == level])
        if len(found) != 1 or np.isnan(found[0]):
            raise DataError(f"level {level} must have one cost, got the budgets {found.tolist()}")
        costs[level] = found[0]
    return costs, synthetic


def _fill(runs: Records, ids: Texts, levels: int, synthetic: bool) -> tuple[Ints, Bools, Floats]:
    table, slots = runs.episodes, runs.slots
    row = np.minimum(np.searchsorted(ids, slots.problem), len(ids) - 1)
    level = table.level[slots.episode]
    use: Bools = ids[row] == slots.problem
    use &= slots.judged & ~((level == 0) & synthetic)
    repeat: NDArray[np.int64] = table.repeat[slots.episode]
    repeats = np.unique(table.repeat)
    shape = (len(ids), levels, len(repeats))
    outcomes, consumed = np.zeros(shape, dtype=np.int64), np.zeros(shape)
    scored = np.zeros(shape, dtype=bool)
    where = (row[use], level[use], np.searchsorted(repeats, repeat[use]))
    if len(np.unique(np.ravel_multi_index(where, shape))) != len(where[0]):
        raise DataError(
            "a problem was run twice at one level and repeat: select one policy, setting and domain"
        )
    outcomes[where] = slots.correct[use]
    scored[where] = True
    consumed[where] = table.used[slots.episode][use]
    if synthetic:
        scored[:, 0] = True
    return outcomes, scored, consumed

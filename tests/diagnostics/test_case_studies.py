"""Case studies rebuilt as event logs with known answers."""

from __future__ import annotations

import numpy as np
import pytest

from oracle.diagnostics import CAUSES, causes, plan, solve, step_profile, summary
from oracle.gap import cell_gap
from oracle.outcomes import contest_problems, curve_arrays
from oracle.records import load
from tests.diagnostics.diagnostic_logs import agentic, curves

PROBLEMS = [f"toy/001-{label}" for label in "ABCDEF"]
COSTS = (0, 2, 3)


def solved_at(levels: str) -> dict[str, int | None]:
    """``112-`` : solved from level 1, 1 and 2 on, and never."""
    return {p: None if c == "-" else int(c) for p, c in zip(PROBLEMS, levels, strict=True)}


def names(codes: np.ndarray) -> list[str | None]:
    return [None if c < 0 else CAUSES[c] for c in codes]


@pytest.mark.parametrize(
    ("favourite", "expected"),
    [
        # All on the one that nothing solves: each of the four was left untouched.
        ("F", ["never_attempted"] * 4 + [None, None]),
        # All on one that two actions solve alone: nothing in the log says why ten did not.
        ("A", ["insufficient_evidence"] + ["never_attempted"] * 3 + [None, None]),
    ],
)
def test_all_ten_actions_on_one_problem(favourite: str, expected: list[str | None]) -> None:
    played = agentic("oooooo", " ".join(favourite * 10), budget=10)
    records = load([played, *curves(solved_at("11112-"), COSTS)])
    contest = records.select(purpose="contest")
    arrays = curve_arrays(records, contest_problems(contest))
    best = solve(arrays, 10)

    assert best.level.tolist() == [[1, 1, 1, 1, 0, 0]]
    assert (best.rate.sum(), best.cost.sum()) == (4, 8)
    gap = cell_gap([played.score], best.rate.sum(axis=1), problems=6)
    assert (gap.delta, gap.ratio) == (4, 1)
    assert names(causes(contest, plan(contest, best))) == expected

    (cell,) = summary(records)["cells"]
    assert cell["misses"]["miss_rate"]["all"]["count"] == 4
    assert cell["misses"]["mass"]["all"]["value"] == gap.delta
    assert cell["misses"]["causes"]["never_attempted"]["count"] == expected.count("never_attempted")
    assert sum(c["mass"] for c in cell["misses"]["causes"].values()) == pytest.approx(4)
    assert cell["shares"]["wasted"]["all"]["value"] == 1
    assert cell["regret"]["undercoverage"]["value"] == 1
    assert cell["regret"]["overcommitment"]["value"] == 1


def test_a_narrow_and_a_covering_run_of_seven_actions() -> None:
    narrow = agentic("++oooo", "A A A B B B F", budget=7)
    covering = agentic("++++-o", "A B C D E F A", budget=7, schedulers=[{"name": "coverage"}])
    records = load([narrow, covering])

    assert step_profile(records).tolist() == [[3, 3, 0, 0, 0, 1], [2, 1, 1, 1, 1, 1]]

    cells = {c["cell"]["scheduler"]: c for c in summary(records)["cells"]}
    guarded, free = cells["coverage"], cells["reference"]
    assert free["shares"]["profile"]["covered"]["value"] == 3
    assert free["shares"]["profile"]["deepest"]["value"] == 3
    assert guarded["shares"]["profile"]["covered"]["value"] == 6
    assert guarded["shares"]["profile"]["deepest"]["value"] == 2
    assert free["coordinates"]["coverage"]["low"]["value"] == 0.5
    assert guarded["coordinates"]["coverage"]["low"]["value"] == 1
    assert free["regret"]["undercoverage"]["value"] == 1
    assert guarded["regret"]["undercoverage"]["value"] == 0
    share = free["shares"]["attributed"]["by_position"]
    assert [share[p]["share"] for p in "123456"] == pytest.approx([3 / 7, 3 / 7, 0, 0, 0, 1 / 7])
    assert share["2"]["cumulative"] == pytest.approx(6 / 7)
    assert share["2"]["cumulative_equal"] == pytest.approx(2 / 6)

"""The budget frontier and its area; the decomposition of the gap and its bookkeeping."""

from __future__ import annotations

import numpy as np
import pytest

from oracle import Attempts, budget_frontier, decompose_gap, oracle_value, simulate_outcomes, solve_mckp
from oracle.decomposition import CLASSES
from oracle.simulation import UNIT_COSTS
from r3env.errors import ConfigError, DataError


def test_frontier_is_the_oracle_and_the_replay_at_each_budget():
    rng = np.random.default_rng(0)
    outcomes = simulate_outcomes(rng.random((10, 6, 6)), 5, rng)
    attempts = Attempts(np.broadcast_to(np.array(UNIT_COSTS)[:, None], outcomes.shape), outcomes, UNIT_COSTS)
    frontier = budget_frontier(attempts, [0, 4, 16, 96], contest={4: np.full(10, 1.0), 16: np.full(10, 2.0)})
    assert frontier.oracle.tolist() == pytest.approx(
        [oracle_value(outcomes, UNIT_COSTS, b).mean() for b in (0, 4, 16, 96)]
    )
    assert np.all(np.diff(frontier.oracle) >= 0) and np.all(frontier.replay <= 6)
    assert frontier.contest.tolist() == [1, 2]
    expected = (frontier.oracle[1] - 1 + frontier.oracle[2] - 2) / 2
    assert frontier.area() == pytest.approx(expected)
    assert frontier.area("contest", "oracle") == pytest.approx(-expected)
    assert frontier.area("replay", "replay") == 0


def test_tool_free_levels_get_an_unfunded_one():
    attempts = Attempts(np.ones((1, 2, 1, 1)), np.ones((1, 2, 1, 1)), [3])
    frontier = budget_frontier(attempts, [0, 3, 6])
    assert frontier.oracle.tolist() == [0, 1, 2]
    assert frontier.area() is None  # no contests were run
    with pytest.raises(ConfigError, match="rising"):
        budget_frontier(attempts, [3, 0])
    with pytest.raises(ConfigError, match="no frontier called"):
        frontier.area("plan")
    with pytest.raises(DataError, match="must hold 1 scores"):
        budget_frontier(attempts, [0, 3], contest={3: [1, 2]})


def test_every_class_by_hand():
    # Four problems, each solved for sure at cost 2 and never below; budget 8 plans level 2 for all.
    curves = np.array([[[0, 0, 1.0, 1.0]] * 4])
    split = decompose_gap(curves, [0, 1, 2, 4], 8, solved=[[[0, 0, 0, 1]]], spent=[[[0, 1, 2, 5]]])
    assert split.gap == 3
    assert split.parts.tolist() == [1, 1, 0, 1]  # never, under, over (it was solved), enough but failed
    assert split.problems.tolist() == [1, 1, 1, 1]
    assert split.allocation.tolist() == [1, 1, 0, 0] and split.execution.tolist() == [0, 0, 0, 1]
    assert split.to_dict()["funded_enough"]["execution"] == 1


def test_all_actions_on_one_problem_that_fails():
    costs = np.array([0, 2, 10])
    curves = np.zeros((1, 6, 3))
    curves[0, :4, 1:] = 1  # four problems solvable at cost 2
    split = decompose_gap(curves, costs, 8, np.zeros((1, 1, 6)), [[[0, 0, 0, 0, 0, 10]]])
    assert split.gap == 4 and split.parts.tolist() == [4, 0, 0, 0]
    assert split.problems.tolist() == [4, 0, 1, 1]  # the fifth was rightly left alone


def test_a_problem_solved_against_the_plan_is_a_negative_part():
    split = decompose_gap([[[0, 1.0], [0, 0.5]]], [0, 2], 2, [[[0, 1]]], [[[0, 2]]])
    assert split.gap == 0
    assert split.parts.tolist() == [1, 0, -1, 0]


def test_equal_costs_are_one_funding():
    split = decompose_gap([[[0, 0.4, 0.2]]], [0, 1, 1], 1, [[[0]]], [[[1]]])
    assert split.parts.tolist() == [0, 0, 0, 0.4] and split.allocation.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("seed", range(15))
def test_parts_sum_to_the_gap(seed):
    rng = np.random.default_rng(seed)
    costs = np.array([0, *np.sort(rng.integers(1, 9, 4))])
    outcomes = simulate_outcomes(rng.random((7, 6, 5)), 5, rng)
    curves = outcomes.mean(axis=-1)
    solved, spent = rng.integers(0, 2, (7, 3, 6)), rng.integers(0, 12, (7, 3, 6))
    split = decompose_gap(curves, costs, 12, solved, spent)
    oracle = solve_mckp(curves, costs, 12).value
    assert split.gap == pytest.approx(oracle.mean() - solved.sum(axis=-1).mean())
    assert split.parts.sum() == pytest.approx(split.gap, abs=1e-12)
    assert (split.allocation + split.execution).tolist() == pytest.approx(split.parts.tolist())
    assert split.problems.sum() == pytest.approx(6)
    per_contest = oracle - solved.sum(axis=-1).mean(axis=1)
    assert split.by_contest.sum(axis=1).tolist() == pytest.approx(per_contest.tolist())
    assert split.by_contest.mean(axis=0).tolist() == pytest.approx(split.parts.tolist())
    assert len(CLASSES) == 4


def test_bad_input_is_named():
    curves, solved, spent = np.zeros((1, 2, 2)), np.zeros((1, 1, 2)), np.zeros((1, 1, 2))
    with pytest.raises(DataError, match="solved"):
        decompose_gap(curves, [0, 1], 1, solved + 2, spent)
    with pytest.raises(DataError, match=r"spent\[0, 0, 0\] must be at least 0"):
        decompose_gap(curves, [0, 1], 1, solved, spent - 1)
    with pytest.raises(DataError, match="curves"):
        decompose_gap(curves + 2, [0, 1], 1, solved, spent)
    with pytest.raises(ConfigError, match="start at 0 and rise"):
        decompose_gap(curves, [1, 2], 1, solved, spent)
    with pytest.raises(DataError, match="one a level"):
        decompose_gap(curves, [0, 1, 2], 1, solved, spent)
    with pytest.raises(DataError, match="solved must have shape"):
        decompose_gap(curves, [0, 1], 1, np.zeros((2, 1, 2)), spent)

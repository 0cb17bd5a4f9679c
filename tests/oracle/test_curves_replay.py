"""Response curves and the equal-share replay."""

from __future__ import annotations

import numpy as np
import pytest

from oracle import Attempts, equal_share_replay, response_curves, share_threshold
from r3env.errors import ConfigError, DataError


def test_curve_is_the_share_judged_right_and_may_fall():
    outcomes = np.zeros((1, 1, 3, 5), dtype=int)
    outcomes[0, 0, 1, :3] = 1
    outcomes[0, 0, 2, :2] = 1
    assert response_curves(outcomes).tolist() == [[[0, 0.6, 0.4]]]


def test_unscored_runs_count_zero_in_the_headline_and_are_left_out_in_the_second_figure():
    outcomes = np.array([[[[1, 1, 0, 0, 1]]]])
    scored = np.array([[[[True, True, True, False, True]]]])
    assert response_curves(outcomes, scored=scored).item() == 0.6
    assert response_curves(outcomes, scored=scored, unscored="leave_out").item() == 0.75
    scored[:] = False
    assert response_curves(outcomes, scored=scored).item() == 0.0
    with pytest.raises(DataError, match="contest 0, problem 0, level 0 has no scored run"):
        response_curves(outcomes, scored=scored, unscored="leave_out")


def test_synthetic_level_zero_stands_before_the_levels():
    assert response_curves(np.ones((1, 2, 1, 3)), level_zero="synthetic").tolist() == [[[0, 1], [0, 1]]]


@pytest.mark.parametrize("bad", [2, -1, 0.5, np.nan])
def test_outcomes_out_of_range_are_named(bad):
    outcomes = np.zeros((3, 2, 2, 2))
    outcomes[2, 1, 0, 1] = bad
    with pytest.raises(DataError, match=r"outcomes\[2, 1, 0, 1\]"):
        response_curves(outcomes)


def test_other_bad_input():
    with pytest.raises(DataError, match="shape"):
        response_curves(np.zeros((2, 2)))
    with pytest.raises(DataError, match="at least one"):
        response_curves(np.zeros((0, 6, 5, 5)))
    with pytest.raises(ConfigError, match="unscored"):
        response_curves(np.zeros((1, 1, 1, 1)), unscored="skip")
    with pytest.raises(ConfigError, match="level_zero"):
        response_curves(np.zeros((1, 1, 1, 1)), level_zero="none")
    with pytest.raises(DataError, match="scored"):
        response_curves(np.zeros((1, 1, 1, 2)), scored=[True])


@pytest.mark.parametrize(("budget", "share"), [(229, 38), (287, 47), (36, 6), (7, 1), (5, 0), (0, 0)])
def test_published_thresholds(budget, share):
    assert share_threshold(budget, 6) == share


def test_a_right_run_at_any_positive_level_within_the_share_counts():
    consumed = np.full((1, 6, 3, 2), 100.0)
    correct = np.zeros((1, 6, 3, 2))
    correct[0, :4, 1:, 0] = 1
    consumed[0, 0, 1, 0] = 38  # at the threshold
    consumed[0, 1, 1, 0] = 39  # just above
    consumed[0, 2, 2, 0] = 5  # at the richest level, but it used little
    consumed[0, 3, 1, 1] = 1  # cheap, but wrong
    attempts = Attempts(consumed, correct)
    assert equal_share_replay(attempts, 229).tolist() == [2]
    assert equal_share_replay(attempts, 600).tolist() == [4]


def test_without_a_whole_share_only_runs_that_consumed_nothing_count():
    correct = np.ones((1, 6, 1, 1))
    consumed = np.ones((1, 6, 1, 1))
    consumed[0, 2] = 0
    assert equal_share_replay(Attempts(consumed, correct), 5).tolist() == [1]


def test_the_unfunded_level_is_left_out_when_costs_tell_it():
    correct, consumed = np.ones((1, 2, 2, 1)), np.zeros((1, 2, 2, 1))
    consumed[:, :, 1] = 50
    assert equal_share_replay(Attempts(consumed, correct, [0, 10]), 20).tolist() == [0]
    assert equal_share_replay(Attempts(consumed, correct), 20).tolist() == [2]


def test_release_reading_takes_the_richest_affordable_level():
    correct = np.zeros((1, 1, 5, 4))
    correct[0, 0, 0] = [1, 0, 0, 0]
    correct[0, 0, 2] = [1, 1, 1, 0]  # the second of two levels with cost 1
    correct[0, 0, 4] = 1
    attempts = Attempts(np.zeros(correct.shape), correct, [0, 1, 1, 2, 4])
    assert equal_share_replay(attempts, 1, reading="release").tolist() == [0.75]
    assert equal_share_replay(attempts, 0, reading="release").tolist() == [0.25]
    positive = Attempts(np.zeros((1, 1, 4, 4)), correct[:, :, 1:], [1, 1, 2, 4])
    assert equal_share_replay(positive, 0, reading="release").tolist() == [0]
    with pytest.raises(ConfigError, match="costs"):
        equal_share_replay(Attempts(np.zeros(correct.shape), correct), 1, reading="release")


def test_bad_attempts_are_named():
    correct = np.ones((1, 1, 1, 2))
    with pytest.raises(DataError, match=r"consumed\[0, 0, 0, 1\] must be a finite number where correct is 1"):
        Attempts([[[[1, np.nan]]]], correct)
    with pytest.raises(DataError, match="at least 0"):
        Attempts([[[[1, -1]]]], correct)
    with pytest.raises(DataError, match="one shape"):
        Attempts([[[[1]]]], correct)
    with pytest.raises(DataError, match="one a level"):
        Attempts([[[[1, 1]]]], correct, [0, 1])
    with pytest.raises(ConfigError, match="budget"):
        equal_share_replay(Attempts([[[[1, 1]]]], correct), -1)
    with pytest.raises(ConfigError, match="reading"):
        equal_share_replay(Attempts([[[[1, 1]]]], correct), 1, reading="mine")
    assert equal_share_replay(Attempts([[[[np.nan, 1]]]], [[[[0, 1]]]]), 1).tolist() == [1]

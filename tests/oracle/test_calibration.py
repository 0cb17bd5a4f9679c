"""Calibration: R∞, budgets rounded half up, the published grids."""

from __future__ import annotations

import numpy as np
import pytest

from oracle import calibrate, level_costs, share_of
from r3env.errors import ConfigError, DataError


@pytest.mark.parametrize(
    ("mean_use", "grid", "strong", "moderate"),
    [
        (95_803, [0, 4790, 9580, 19161, 38321, 76642], 19161, 76642),  # tokens, math
        (8.75, [0, 1, 1, 2, 4, 7], 2, 7),  # actions, abstract reasoning
        (35, [0, 2, 4, 7, 14, 28], 7, 28),  # actions, code
    ],
)
def test_published_grids_recompute(mean_use, grid, strong, moderate):
    assert level_costs(mean_use).tolist() == grid
    assert (share_of(mean_use, 0.2), share_of(mean_use, 0.8)) == (strong, moderate)


def test_half_rounds_up_and_one_action_is_the_least():
    assert share_of(50, 0.05) == 3  # 2.5
    assert share_of(30, 0.05) == 2  # 1.5
    assert share_of(17.5, 0.2) == 4  # 3.5, whatever 0.2 is in binary
    assert share_of(3, 0.05) == 1
    assert share_of(3, 0.05, minimum=0) == 0


def test_runs_that_hit_a_cap_are_left_out_and_counted():
    result = calibrate([30, 40, 9_999, np.nan], [True, True, False, False])
    assert (result.mean_use, result.completed, result.excluded) == (35, 2, 2)
    assert result.budget(0.2) == 7
    assert result.level_costs().tolist() == [0, 2, 4, 7, 14, 28]


def test_bad_input_is_named():
    with pytest.raises(DataError, match="none of 2"):
        calibrate([1, 2], [False, False])
    with pytest.raises(DataError, match=r"consumed\[1\]"):
        calibrate([1, -2])
    with pytest.raises(DataError, match="must be booleans"):
        calibrate([1, 2], [1, 0])
    with pytest.raises(ConfigError, match="rise strictly"):
        level_costs(10, [0.2, 0.1])
    with pytest.raises(ConfigError, match="share"):
        share_of(10, -0.1)


def test_half_is_exact_for_means_that_are_no_decimals():
    assert share_of(35 / 3, 0.3) == 4  # 3.5; the float 35 / 3 lies just below
    assert share_of(np.mean([11, 12, 12]), 0.3) == 4
    assert share_of(np.nextafter(35 / 3, 0) - 1e-6, 0.3) == 3

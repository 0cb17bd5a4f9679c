"""Estimators of the oracle on cells small enough to reckon by hand, and the bracket."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import bracket, estimator_bias, oracle_value, simulate_outcomes, solve_mckp, true_oracle
from oracle.simulation import UNIT_COSTS, logistic_curves, six_curves
from oracle.value import isotonic_counts
from r3env.errors import ConfigError, DataError

METHODS = ["plugin", "cross-fitted", "isotonic", "calibrated", "posterior", "best"]


def cell(*problems):
    """One contest from rows of outcomes: problem → level → repeats."""
    return np.array([problems])


def test_plugin_is_the_best_total_of_observed_rates():
    outcomes = cell([[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]])
    assert oracle_value(outcomes, [0, 1, 2], 2).tolist() == [1.5]
    assert oracle_value(outcomes, [0, 1, 2], 3).tolist() == [2.0]


def test_cross_fitted_values_levels_on_the_repeat_that_did_not_choose_them():
    # Without repeat 0 level 1 has 0 of 1: level 0 is chosen, worth 0. Without repeat 1 level 1 has 1 of 1: it
    # is chosen, and failed in repeat 1. So the value is 0 although the plug-in says one half.
    outcomes = cell([[0, 0], [1, 0]])
    assert oracle_value(outcomes, [0, 1], 1, "cross-fitted").tolist() == [0.0]
    assert oracle_value(outcomes, [0, 1], 1, "plugin").tolist() == [0.5]
    assert bracket(outcomes, [0, 1], 1) == (0.0, 0.5)


def test_isotonic_pools_a_falling_pair():
    outcomes = cell([[0] * 5, [1, 1, 1, 0, 0], [1, 1, 0, 0, 0]])  # 0, 0.6, 0.4
    assert oracle_value(outcomes, [0, 4, 8], 8).tolist() == [0.6]
    assert oracle_value(outcomes, [0, 4, 8], 8, "isotonic").tolist() == [0.5]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=7))
def test_isotonic_fit_is_pool_adjacent_violators(counts):
    blocks: list[list[float]] = []
    for count in counts:
        blocks.append([count, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, size = blocks.pop()
            blocks[-1] = [blocks[-1][0] + total, blocks[-1][1] + size]
    expected = [total / size for total, size in blocks for _ in range(int(size))]
    fit, divisor = isotonic_counts(np.array(counts))
    assert (fit / divisor).tolist() == pytest.approx(expected)


@pytest.mark.parametrize("method", METHODS)
def test_certain_outcomes_leave_nothing_to_estimate(method):
    outcomes = np.zeros((20, 6, 3, 5), dtype=int)
    outcomes[:, :3, 1:] = 1
    outcomes[:, 3:5, 2:] = 1
    value = oracle_value(outcomes, [0, 1, 2], 5, method)
    assert value.shape == (20,)
    assert value == pytest.approx(np.full(20, 4.0), abs=0.1)
    assert oracle_value(np.zeros((20, 6, 3, 5)), [0, 1, 2], 5, method) == pytest.approx(np.zeros(20), abs=0.1)


@pytest.mark.parametrize("method", METHODS)
def test_same_outcomes_same_value_and_never_out_of_range(method):
    outcomes = simulate_outcomes(np.full((3, 6, 6), 0.5), 5, np.random.default_rng(0))
    first, again = (oracle_value(outcomes, UNIT_COSTS, 16, method) for _ in range(2))
    assert first.tolist() == again.tolist()
    assert np.all((first >= 0) & (first <= 6))


@pytest.mark.parametrize("seed", range(20))
def test_cross_fitted_never_exceeds_plugin(seed):
    rng = np.random.default_rng(seed)
    outcomes = simulate_outcomes(rng.random((10, 4, 4)), 3, rng)
    low = oracle_value(outcomes, [0, 1, 2, 4], 5, "cross-fitted")
    assert np.all(low <= oracle_value(outcomes, [0, 1, 2, 4], 5) + 1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_a_measured_level_zero_has_value_without_budget(method):
    outcomes = simulate_outcomes(np.full((60, 6, 3), 0.8), 5, np.random.default_rng(1))
    assert oracle_value(outcomes, [0, 1, 2], 0, method).mean() == pytest.approx(4.8, abs=0.5)


def test_a_single_contest_works():
    outcomes = simulate_outcomes(six_curves()[None], 5, np.random.default_rng(2))
    for method in METHODS:
        assert 0 < oracle_value(outcomes, UNIT_COSTS, 16, method)[0] < 5


@pytest.mark.slow
@pytest.mark.parametrize("budget", [4, 16])
def test_bias_on_six_logistic_curves(budget):
    """Cells of 50: each method errs as reported, and the best one within 0.05, given the error of 24 cells."""
    curves = np.broadcast_to(six_curves(), (50, 6, 6))
    rng, methods = np.random.default_rng(3), ["plugin", "cross-fitted", "isotonic", "best"]
    cells = [estimator_bias(curves, UNIT_COSTS, budget, 5, methods, rng=rng) for _ in range(24)]
    bias = {method: [cell[method] for cell in cells] for method in methods}
    reported = {4: (0.16, -0.27, 0.0), 16: (0.58, -0.20, 0.12)}[budget]
    for method, known in zip(methods, reported, strict=False):
        assert np.mean(bias[method]) == pytest.approx(known, abs=0.06)
    error = np.std(bias["best"], ddof=1) / np.sqrt(len(cells))
    assert error < 0.03
    assert abs(np.mean(bias["best"])) < 0.05 + error


def test_the_best_estimator_stays_between_cross_fitted_and_plugin():
    rng = np.random.default_rng(5)
    outcomes = simulate_outcomes(rng.random((20, 6, 6)), 4, rng)
    low, best, high = (oracle_value(outcomes, UNIT_COSTS, 4, m) for m in ("cross-fitted", "best", "plugin"))
    assert np.all((low <= best) & (best <= high))
    assert low.mean() < best.mean() < high.mean()


@pytest.mark.slow
@pytest.mark.parametrize("budget", [4, 16])
def test_bracket_holds_the_true_oracle_in_expectation(budget):
    rng = np.random.default_rng(4)
    shape = (400, 6)
    families = {
        "logistic": logistic_curves(rng.uniform(0, 6, shape), rng.uniform(0.7, 3, shape)),
        "ceilings": logistic_curves(rng.uniform(0, 6, shape), 2.0, rng.beta(3, 1.5, shape)),
        "floors": logistic_curves(rng.uniform(0, 6, shape), 2.0, 0.9, rng.uniform(0, 0.6, shape)),
        "unordered": rng.random((*shape, 6)),
    }
    for name, curves in families.items():
        truth = true_oracle(curves, UNIT_COSTS, budget).mean()
        for repeats in (2, 5):
            low, high = bracket(simulate_outcomes(curves, repeats, rng), UNIT_COSTS, budget)
            assert low < truth < high, (name, repeats)


def test_true_oracle_is_the_knapsack_of_the_rates():
    curves = six_curves()
    assert true_oracle(curves[None], UNIT_COSTS, 16).tolist() == [solve_mckp(curves, UNIT_COSTS, 16).value]


def test_bad_input_is_named():
    outcomes = np.zeros((2, 6, 3, 5))
    with pytest.raises(ConfigError, match="method must be one of plugin, cross-fitted"):
        oracle_value(outcomes, [0, 1, 2], 5, "naive")
    with pytest.raises(ConfigError, match="at least 2 repeats"):
        bracket(outcomes[..., :1], [0, 1, 2], 5)
    with pytest.raises(ConfigError, match="in order of cost"):
        oracle_value(outcomes, [0, 2, 1], 5, "isotonic")
    with pytest.raises(DataError, match="costs must have shape"):
        oracle_value(outcomes, [0, 1], 5)
    with pytest.raises(ConfigError, match="budget"):
        oracle_value(outcomes, [0, 1, 2], -5)
    with pytest.raises(DataError, match=r"outcomes\[0, 0, 0, 0\]"):
        oracle_value(outcomes + 2, [0, 1, 2], 5)

"""Cluster intervals: defined outcomes in every corner, reproducible, and coverage of the stated estimand."""

from __future__ import annotations

import numpy as np
import pytest

from oracle import cluster_interval, oracle_value, ratio_interval, simulate_outcomes
from oracle.simulation import UNIT_COSTS, logistic_curves
from r3env.errors import ConfigError, DataError


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_same_seed_same_interval(method):
    values = np.random.default_rng(0).random(30)
    one = cluster_interval(values, rng=np.random.default_rng(5), method=method)
    assert one == cluster_interval(values, rng=5, method=method)
    assert one != cluster_interval(values, rng=6, method=method)
    low, high = one
    assert low < one.estimate < high


def test_one_contest_is_undefined_with_a_reason():
    for values, reason in (([3.0], "1 contest"), ([], "no contest"), ([[1, 0, 1]], "1 contest")):
        interval = cluster_interval(values, rng=0)
        assert (interval.low, interval.high) == (None, None) and not interval.defined
        assert reason in interval.reason
    assert cluster_interval([3.0], rng=0).estimate == 3.0
    assert cluster_interval([], rng=0).estimate is None


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_equal_values_give_a_point(method):
    interval = cluster_interval([0.1] * 10, rng=0, method=method)
    assert tuple(interval) == (0.1, 0.1) and interval.standard_error == 0


def test_repeats_are_not_independent_contests():
    interval = cluster_interval([[0] * 50, [1] * 50], rng=0)
    assert interval.standard_error == pytest.approx(0.354, abs=0.01)
    assert interval.contests == 2


def test_bca_follows_skewness_and_percentile_matches_the_normal_for_symmetric_values():
    symmetric = np.linspace(-1, 1, 51)
    low, high = cluster_interval(symmetric, rng=1)
    expected = 1.96 * symmetric.std() / 51**0.5
    assert (low, high) == pytest.approx((-expected, expected), rel=0.06)
    skewed = np.random.default_rng(2).exponential(size=40)
    plain = cluster_interval(skewed, rng=1)
    moved = cluster_interval(skewed, rng=1, method="bca")
    assert moved.low > plain.low and moved.high > plain.high


def test_ratio_resamples_contest_and_oracle_together():
    oracle = np.random.default_rng(3).uniform(1, 5, 40)
    assert ratio_interval(0.8 * oracle, oracle, rng=0).low == pytest.approx(0.2)  # the ratio never varies
    assert ratio_interval(0.8 * oracle, oracle, rng=0).high == pytest.approx(0.2)


def test_ratio_without_oracle():
    interval = ratio_interval([0, 0, 0], [0, 0, 0], rng=0)
    assert interval.estimate is None and interval.low is None and "oracle is 0" in interval.reason
    some = ratio_interval([0, 1, 1], [0, 0, 2], rng=0)
    assert some.dropped > 0 and some.estimate == 0.0


def test_bad_settings():
    with pytest.raises(ConfigError, match="n_boot must be at least 40"):
        cluster_interval([1, 2], rng=0, n_boot=1)
    with pytest.raises(ConfigError, match="level"):
        cluster_interval([1, 2], 95, rng=0)
    with pytest.raises(ConfigError, match="method"):
        cluster_interval([1, 2], rng=0, method="normal")
    with pytest.raises(DataError, match=r"values\[1\] must be a finite number"):
        cluster_interval([1, np.nan], rng=0)
    with pytest.raises(DataError, match="shape"):
        cluster_interval(np.zeros((2, 2, 2)), rng=0)
    with pytest.raises(DataError, match="same contests"):
        ratio_interval([1, 2], [1, 2, 3], rng=0)


def population(rng, contests):
    """Outcomes of fresh contests with logistic curves, and contest scores that realise part of them."""
    shape = (contests, 6)
    curves = logistic_curves(
        rng.uniform(0, 6, shape), rng.uniform(0.8, 2.5, shape), rng.uniform(0.5, 1, shape)
    )
    outcomes = simulate_outcomes(curves, 5, rng)
    scores = rng.binomial(5, 0.6 * curves[:, :, 3]).sum(axis=1) / 5
    return outcomes, scores


@pytest.mark.slow
@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("budget", [4, 16])
def test_coverage_of_the_mean_plugin_figure_and_of_its_gap_ratio(method, budget):
    outcomes, scores = population(np.random.default_rng(10), 20_000)
    values = oracle_value(outcomes, UNIT_COSTS, budget)
    truth = values.mean(), 1 - scores.mean() / values.mean()
    rng = np.random.default_rng(11)
    hits = np.zeros(2)
    for _ in range(500):
        outcomes, scores = population(rng, 50)
        values = oracle_value(outcomes, UNIT_COSTS, budget)
        intervals = (
            cluster_interval(values, rng=rng, method=method, n_boot=1000),
            ratio_interval(scores, values, rng=rng, method=method, n_boot=1000),
        )
        hits += [i.low <= t <= i.high for i, t in zip(intervals, truth, strict=True)]
    assert np.all((hits / 500 >= 0.90) & (hits / 500 <= 0.98)), hits / 500

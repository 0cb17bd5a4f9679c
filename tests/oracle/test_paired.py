"""Paired comparisons, Holm's correction, and the exact rank correlation."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from oracle import align, holm, paired_difference, paired_gap_difference, spearman_exact
from r3env.errors import ConfigError, DataError


def test_sign_flips_by_hand():
    # Differences 1, 2, 3: of the eight sign patterns only +++ and --- reach |sum| = 6.
    result = paired_difference([2, 4, 6], [1, 2, 3], rng=0)
    assert result.difference == pytest.approx(2) and result.exact and result.p_value == 0.25
    assert paired_difference([1, 2, 3], [1, 2, 3], rng=0).p_value == 1.0


def test_exact_p_is_the_share_of_sign_patterns():
    rng = np.random.default_rng(1)
    difference = rng.normal(0.4, 1, 9)
    patterns = np.array(list(itertools.product((-1, 1), repeat=9))) @ difference
    expected = np.mean(np.abs(patterns) >= abs(difference.sum()) - 1e-9)
    assert paired_difference(difference, np.zeros(9), rng=0).p_value == pytest.approx(expected)


def test_sampled_p_is_near_the_normal_one_and_never_zero():
    rng = np.random.default_rng(2)
    base = rng.normal(size=60)
    near = paired_difference(base + rng.normal(0, 1, 60), base, rng=0)
    assert not near.exact and 0 < near.p_value <= 1
    far = paired_difference(base + 5 + rng.normal(0, 0.1, 60), base, rng=0)
    assert far.p_value == pytest.approx(1 / 10_001)
    low, high = far.interval
    assert 4.9 < low < far.difference < high < 5.1


def test_p_is_uniform_under_the_null():
    rng = np.random.default_rng(3)
    p = [
        paired_difference(rng.normal(size=10), rng.normal(size=10), rng=0, n_boot=40).p_value
        for _ in range(300)
    ]
    assert 0.02 <= np.mean(np.array(p) <= 0.05) <= 0.09


def test_one_contest_has_no_p():
    result = paired_difference([3], [1], rng=0)
    assert (result.difference, result.p_value) == (2, None) and "1 contest" in result.interval.reason


def test_gap_ratios_swap_score_and_oracle_together():
    oracle = np.array([4.0, 3.0, 5.0, 2.0])
    same = paired_gap_difference(oracle / 2, oracle, oracle / 2, oracle, rng=0)
    assert same.difference == 0 and same.p_value == 1
    better = paired_gap_difference(0.9 * oracle, oracle, 0.5 * oracle, oracle, rng=0)
    assert better.difference == pytest.approx(-0.4) and better.p_value == 2 / 16
    undefined = paired_gap_difference([0, 0], [0, 0], [1, 1], [2, 2], rng=0)
    assert undefined.difference is None and undefined.p_value is None


def test_align_pairs_by_id_and_names_the_rest():
    aligned = align({"b": 1.0, "a": 2.0, "x": 0.0}, {"a": 5.0, "b": 6.0, "y": 0.0})
    assert aligned.ids == ("a", "b")
    assert (aligned.first.tolist(), aligned.second.tolist()) == ([2, 1], [5, 6])
    assert (aligned.only_first, aligned.only_second) == (("x",), ("y",))


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]
    assert holm([]).size == 0
    with pytest.raises(DataError, match=r"p_values\[1\] must be between 0 and 1"):
        holm([0.5, 1.5])


def test_bad_pairs():
    with pytest.raises(DataError, match="same contests"):
        paired_difference([1, 2], [1], rng=0)
    with pytest.raises(DataError, match="finite"):
        paired_difference([1, np.nan], [1, 2], rng=0)
    with pytest.raises(ConfigError, match="n_perm"):
        paired_difference([1, 2], [1, 2], rng=0, n_perm=1)
    with pytest.raises(DataError, match="first: 2 contest scores"):
        paired_gap_difference([1, 2], [1], [1, 2], [1, 2], rng=0)


PUBLISHED_P = {0.10: 0.95, 0.30: 0.68, 0.20: 0.78, 0.80: 0.13, 0.50: 0.45, 0.70: 0.23, 0.90: 0.08}


def test_published_p_values_of_five_models():
    found = {}
    for order in itertools.permutations(range(5)):
        rho, p = spearman_exact(range(5), order)
        found[round(rho, 2)] = p
    assert {rho: round(found[rho], 2) for rho in PUBLISHED_P} == PUBLISHED_P
    assert {rho: round(found[-rho], 2) for rho in PUBLISHED_P} == PUBLISHED_P
    assert found[1.0] == pytest.approx(2 / 120)


def test_ties_take_average_ranks_and_all_orders_are_counted():
    rng = np.random.default_rng(5)
    for _ in range(12):
        x, y = rng.integers(0, 4, 6), rng.integers(0, 4, 6)
        if len(set(x.tolist())) == 1 or len(set(y.tolist())) == 1:
            continue
        ranks = [np.array([np.mean(np.flatnonzero(np.sort(v) == e)) for e in v]) for v in (x, y)]
        rho, p = spearman_exact(x, y)
        assert rho == pytest.approx(np.corrcoef(*ranks)[0, 1])
        all_rho = [np.corrcoef(ranks[0], order)[0, 1] for order in itertools.permutations(ranks[1])]
        assert p == pytest.approx(np.mean(np.abs(all_rho) >= abs(rho) - 1e-9))


def test_ten_points_are_exact():
    rho, p = spearman_exact(range(10), range(10))
    assert rho == 1.0 and p == pytest.approx(2 / 3_628_800)


@pytest.mark.parametrize(
    ("x", "y", "says"),
    [
        ([1, 1, 1], [1, 2, 3], "x is constant"),
        ([1], [1], "2 to 10 points, got 1"),
        (range(11), range(11), "2 to 10 points, got 11"),
        ([1, 2], [1, 2, 3], "share one shape"),
        ([1, np.nan], [1, 2], r"x\[1\]"),
    ],
)
def test_undefined_correlations_are_refused(x, y, says):
    with pytest.raises(DataError, match=says):
        spearman_exact(x, y)


def test_swaps_that_leave_a_gap_undefined_never_make_p_smaller():
    # Of the four swaps two put both oracles of 0 on one side; the observed difference is 0, so p is 1.
    found = paired_gap_difference([0, 0], [1, 0], [0, 0], [0, 1], rng=0)
    assert (found.difference, found.p_value, found.exact) == (0.0, 1.0, True)

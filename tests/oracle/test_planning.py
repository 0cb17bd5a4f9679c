"""Planning: variance components, power checked by simulation, the price of a narrower interval."""

from __future__ import annotations

import numpy as np
import pytest

from oracle import (
    gap_influence,
    gap_ratio,
    paired_difference,
    plan_power,
    plan_width,
    power_of,
    ratio_interval,
    variance_components,
)
from oracle.planning import Components
from r3env.errors import ConfigError, DataError


def study(rng, contests, repeats, mean=0.0, between=0.5, within=1.2):
    """Figures (contests, repeats) with known standard deviations."""
    effect = rng.normal(mean, between, (contests, 1))
    return effect + rng.normal(0, within, (contests, repeats))


def test_components_are_recovered():
    parts = variance_components(study(np.random.default_rng(0), 4000, 5))
    assert parts.between == pytest.approx(0.25, rel=0.1) and parts.within == pytest.approx(1.44, rel=0.05)
    flat = variance_components([[1, 2, 3], [1, 2, 3]])
    assert (flat.between, flat.within) == (0.0, 1.0)


def test_planned_power_is_reached():
    rng = np.random.default_rng(1)
    design = plan_power(Components(0.25, 1.44, 50, 5), 0.4, repeats=[3])[0]
    assert design.power >= 0.8 and design.episodes == 3 * design.contests
    seen = [
        paired_difference(
            study(rng, design.contests, 3, 0.4), np.zeros(design.contests), rng=i, n_boot=40, n_perm=999
        )
        for i in range(300)
    ]
    assert np.mean([s.p_value <= 0.05 for s in seen]) == pytest.approx(0.8, abs=0.07)


def test_repeats_and_contests_trade_off():
    designs = plan_power(Components(0.25, 1.44, 50, 5), 0.3)
    contests = [d.contests for d in designs]
    assert contests == sorted(contests, reverse=True)
    only_between = plan_power(Components(0.25, 0.0, 50, 5), 0.3)
    assert len({d.contests for d in only_between}) == 1  # repeats buy nothing


def test_half_the_width_costs_four_times_the_contests():
    parts = Components(0.25, 1.44, 50, 5)
    wide, narrow = plan_width(parts, 0.2, repeats=[5])[0], plan_width(parts, 0.1, repeats=[5])[0]
    assert narrow.contests == pytest.approx(4 * wide.contests, rel=0.05)
    assert wide.half_width <= 0.2 and narrow.half_width <= 0.1


def test_influences_carry_the_mean_and_the_error_of_the_ratio():
    rng = np.random.default_rng(2)
    oracle = rng.uniform(2, 5, 200)
    contest = rng.binomial(6, 0.12 * oracle[:, None], (200, 4)).astype(float)
    influence = gap_influence(contest, oracle)
    assert influence.mean() == pytest.approx(gap_ratio(contest.mean(), oracle.mean()))
    error = influence.mean(axis=1).std() / 200**0.5
    assert error == pytest.approx(ratio_interval(contest, oracle, rng=0).standard_error, rel=0.05)


def test_power_edges():
    certain = Components(0.0, 0.0, 5, 5)
    assert power_of(certain, 0.1, 2, 1) == 1.0 and power_of(certain, 0.0, 2, 1) == 0.05
    assert power_of(Components(1, 1, 5, 5), 0.0, 50, 5) == pytest.approx(0.05)
    with pytest.raises(ConfigError, match="difference"):
        plan_power(certain, 0)
    with pytest.raises(ConfigError, match="power"):
        plan_power(certain, 0.1, power=80)
    with pytest.raises(ConfigError, match="half_width"):
        plan_width(certain, 0)
    with pytest.raises(ConfigError, match="repeats"):
        plan_power(certain, 0.1, repeats=[0])
    with pytest.raises(ConfigError, match="contests"):
        power_of(certain, 0.1, 0, 1)
    with pytest.raises(DataError, match="at least 2"):
        variance_components([[1, 2, 3]])
    with pytest.raises(DataError, match="oracle is 0"):
        gap_influence([[0, 0]], [0])
    with pytest.raises(DataError, match="contest must have shape"):
        gap_influence([[0, 0]], [1, 1])

"""The exact knapsack: hand-computed oracles and ties, brute force as judge, metamorphic laws, bad input."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import solve_mckp
from r3env.errors import ConfigError, DataError

GRID = [0, 4790, 9580, 19161, 38321, 76642]


def exact(numbers):
    """Decimal reading of an array, as fractions."""
    return [[Fraction(repr(float(x))) for x in row] for row in numbers]


def brute_force(values, costs, budget):
    """Best (value, cost, levels) over all assignments, in exact arithmetic."""
    best = None
    for levels in itertools.product(range(len(values[0])), repeat=len(values)):
        cost = sum(costs[p][level] for p, level in enumerate(levels))
        if cost > budget:
            continue
        value = sum(values[p][level] for p, level in enumerate(levels))
        key = (-value, cost, levels)
        best = key if best is None else min(best, key)
    return -best[0], best[1], list(best[2])


def instance(kind, rng):
    """A random (values, costs (P, L), budget); many ties in the first two kinds."""
    p, level = rng.integers(1, 6), rng.integers(1, 5)
    if kind == "integers":
        values, costs = rng.integers(0, 4, (p, level)), rng.integers(0, 6, (p, level))
        budget = int(rng.integers(0, 15))
    elif kind == "decimals":
        values, costs = rng.integers(0, 6, (p, level)) / 5, rng.integers(0, 30, (p, level)) / 10
        budget = float(rng.integers(0, 80) / 10)
    else:
        values, costs = rng.random((p, level)), rng.random((p, level))
        budget = float(rng.random() * p / 2)
    costs[:, 0] = 0
    return values, costs, budget


@pytest.mark.parametrize("kind", ["integers", "decimals", "floats"])
def test_brute_force_agrees_for_shared_and_for_own_costs(kind):
    rng = np.random.default_rng(7)
    for _ in range(250):
        values, costs, budget = instance(kind, rng)
        value, cost, levels = brute_force(exact(values), exact(costs), Fraction(repr(float(budget))))
        shared = solve_mckp(values, costs, budget)
        # Costs that differ between contests take another method inside.
        own = solve_mckp(np.stack([values, values]), np.stack([costs, 2 * costs]), budget)
        assert shared.levels.tolist() == levels == own.levels[0].tolist()
        assert float(shared.value) == pytest.approx(float(value), abs=1e-12)
        assert float(own.cost[0]) == pytest.approx(float(cost), abs=1e-12)


def test_published_example_leaves_the_fifth_problem():
    costs = np.array([[0, 2]] * 4 + [[0, 3], [0, 2]])
    best = solve_mckp([[0, 1]] * 5 + [[0, 0]], costs, 10)
    assert best.levels.tolist() == [1, 1, 1, 1, 0, 0]
    assert (best.value, best.cost) == (4, 8)


def test_ties_take_the_cheapest_then_the_lexicographically_first():
    # Both problems can bring the one point that the budget buys; the first assignment is (0, 1).
    assert solve_mckp([[0, 1], [0, 1]], [0, 2], 3).levels.tolist() == [0, 1]
    # The same value at less cost wins over an earlier assignment.
    assert solve_mckp([[0, 3], [0, 3]], [[0, 1], [0, 2]], 2).levels.tolist() == [1, 0]
    # Levels of equal cost and value: the lower one.
    assert solve_mckp([[0, 2, 2]], [0, 1, 1], 1).levels.tolist() == [1]
    # A level without value is not bought.
    assert solve_mckp([[0, 0, 0]], [0, 1, 2], 5).levels.tolist() == [0]


def test_rates_compare_as_counts():
    # 0.1 + 0.2 is not 0.3 in floating point; as counts of tenths the two plans tie and the cheaper one wins.
    values = [[0.0, 0.1], [0.0, 0.2], [0.0, 0.3]]
    assert solve_mckp(values, [[0, 1], [0, 1], [0, 2]], 2).levels.tolist() == [0, 0, 1]
    assert solve_mckp([[0, 1], [0, 2], [0, 3]], [[0, 1], [0, 1], [0, 2]], 2).levels.tolist() == [0, 0, 1]
    thirds = [[0, 1 / 3], [0, 1 / 3], [0, 1 / 3], [0, 1.0]]
    assert solve_mckp(thirds, [[0, 1]] * 3 + [[0, 3]], 3).levels.tolist() == [0, 0, 0, 1]


def test_decimal_costs_fit_the_budget_they_sum_to():
    best = solve_mckp([[0, 1], [0, 1]], [[0, 0.1], [0, 0.2]], 0.3)
    assert best.levels.tolist() == [1, 1]
    assert best.cost == 0.3
    assert solve_mckp([[0, 1]], [0, 0.3], 0.2999999).levels.tolist() == [0]
    third = 1 / 3 + 1e-3 * np.pi
    costs = [[0, third], [0, third / 7]]
    assert solve_mckp([[0, 1], [0, 1]], costs, third + third / 7).levels.tolist() == [1, 1]


def test_costs_far_above_the_budget_do_not_blur_small_ones():
    values = [[0.0, 1.0, 1.0, 9.0]]
    small = 1e-9 * np.pi
    assert solve_mckp(values, [0, small, small * (1 - 1e-12), 1e12], 1e-8).levels.tolist() == [2]


def test_a_case_of_a_curve_that_falls():
    assert solve_mckp([[0, 0.6, 0.4]], [0, 4, 8], 8).value == 0.6
    assert solve_mckp([[0, 0.6, 0.4]], [0, 4, 8], 3).value == 0  # below the first measured point


def test_results_keep_the_type_of_the_input():
    best = solve_mckp([[0, 3], [0, 4]], [0, 2], 4)
    assert best.value.dtype == np.int64 and best.cost.dtype == np.int64
    assert best.levels.shape == (2,) and np.shape(best.value) == ()
    batch = solve_mckp(np.zeros((4, 3, 2, 2)), [0.0, 1.5], np.ones((3,)))
    assert batch.levels.shape == (4, 3, 2) and batch.value.shape == (4, 3)


def test_a_solution_unpacks():
    levels, value, cost = solve_mckp([[0, 3], [0, 4]], [0, 2], 2)
    assert (levels.tolist(), value, cost) == ([0, 1], 4, 2)


def test_a_batch_is_its_contests_one_by_one():
    rng = np.random.default_rng(3)
    values = rng.integers(0, 6, (40, 6, 6))
    budgets = rng.integers(0, 2 * GRID[-1], 40)
    together = solve_mckp(values, GRID, budgets)
    others = np.where(np.arange(40) % 2, 1, 3)[:, None, None] * np.array(GRID)
    own = solve_mckp(values, np.broadcast_to(others, values.shape), budgets)
    for n, budget in enumerate(budgets):
        alone = solve_mckp(values[n], GRID, budget)
        assert together.levels[n].tolist() == alone.levels.tolist()
        assert own.levels[n].tolist() == solve_mckp(values[n], others[n, 0], budget).levels.tolist()
        assert together.cost[n] == alone.cost <= budget


def test_many_problems_fall_back_to_fronts():
    rng = np.random.default_rng(4)
    values, costs = rng.integers(0, 3, (14, 4)), rng.integers(0, 10**9, (14, 4))
    costs[:, 0] = 0
    best = solve_mckp(values, costs, 3 * 10**9)
    table = {0: 0}  # total value → least cost
    for p in range(14):
        grown: dict[int, int] = {}
        for value, cost in table.items():
            for level in range(4):
                key = value + int(values[p, level])
                grown[key] = min(grown.get(key, 10**18), cost + int(costs[p, level]))
        table = grown
    reachable = {v: c for v, c in table.items() if c <= 3 * 10**9}
    assert best.value == max(reachable) and best.cost == reachable[max(reachable)]


contests = st.integers(0, 2**32 - 1).map(np.random.default_rng)


@settings(max_examples=60, deadline=None)
@given(contests, st.integers(0, 40))
def test_more_budget_never_hurts(rng, budget):
    values, costs = rng.integers(0, 6, (4, 4)), np.sort(rng.integers(0, 12, 4))
    costs[0] = 0
    assert solve_mckp(values, costs, budget + 1).value >= solve_mckp(values, costs, budget).value


@settings(max_examples=60, deadline=None)
@given(contests, st.integers(2, 1000), st.booleans())
def test_scaling_costs_and_budget_changes_nothing(rng, factor, as_float):
    values, costs, budget = instance("integers", rng)
    scale = factor / 7 if as_float else factor
    before, after = solve_mckp(values, costs, budget), solve_mckp(values, costs * scale, budget * scale)
    assert after.levels.tolist() == before.levels.tolist()
    assert after.cost == pytest.approx(before.cost * scale)


@settings(max_examples=60, deadline=None)
@given(contests)
def test_the_order_of_problems_keeps_value_and_cost(rng):
    values, costs, budget = instance("decimals", rng)
    order = rng.permutation(len(values))
    before, after = solve_mckp(values, costs, budget), solve_mckp(values[order], costs[order], budget)
    assert (after.value, after.cost) == (before.value, before.cost)


def test_unbudgeted_takes_the_best_of_each_problem():
    best = solve_mckp([[0, 3, 5], [0, 4, 1]], GRID[:3], None)
    assert best.levels.tolist() == [2, 1]
    assert solve_mckp([[0, 3, 5], [0, 4, 1]], GRID[:3], np.inf).levels.tolist() == [2, 1]


def test_budget_zero_takes_what_is_free():
    assert solve_mckp([[2, 5], [1, 5]], [0, 1], 0).value == 3


@pytest.mark.parametrize(
    ("values", "costs", "budget", "error", "says"),
    [
        ([[0, np.nan]], [0, 1], 1, DataError, r"values\[0, 1\]"),
        ([[0, 1]], [0, -1], 1, DataError, r"costs\[1\] must be at least 0, got -1"),
        ([[0, 1]], [0, np.inf], 1, DataError, "finite"),
        ([[0, 1]], [0, 1, 2], 1, DataError, "costs must have shape"),
        ([0, 1], [0, 1], 1, DataError, "values must have shape"),
        ([["a", "b"]], [0, 1], 1, DataError, "numbers"),
        ([[0, 1]], [0, 1], -1, ConfigError, "budget must be at least 0"),
        ([[0, 1]], [0, 1], float("nan"), ConfigError, "budget"),
        ([[[0, 1]], [[0, 1]]], [1, 2], [1, 0], ConfigError, "contest 1 has no assignment"),
        ([[[0, 1]], [[0, 1]]], [[[1, 2]], [[3, 4]]], 2, ConfigError, "contest 1 has no assignment"),
        ([[0, 2**61]], [0, 1], 1, DataError, "2\\^61"),
        (np.zeros((2, 1, 2)), [0, 1], [1, 1, 1], DataError, "broadcast"),
    ],
)
def test_bad_input_is_named(values, costs, budget, error, says):
    with pytest.raises(error, match=says):
        solve_mckp(values, costs, budget)


def test_costs_of_any_size_are_solved():
    best = solve_mckp(np.array([[0.0, 1.0], [0.0, 2.0]]), np.array([0.0, 3e-300]), 3e-300)
    assert best.levels.tolist() == [0, 1]

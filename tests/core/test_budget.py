"""The ledger: everything follows from its log, and nothing can be overdrawn."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3env.budget import Budget, check_total
from r3env.errors import BudgetError, ConfigError


@given(
    st.integers(0, 30),
    st.lists(
        st.tuples(st.integers(0, 5), st.sampled_from([None, "A", "B", "C"]), st.floats(0, 9)), max_size=40
    ),
)
def test_ledger_equals_the_sum_of_accepted_charges(total, charges):
    budget = Budget("actions", total)
    accepted = []
    for amount, problem, seconds in charges:
        if sum(a for a, _ in accepted) + amount > total:
            with pytest.raises(BudgetError):
                budget.charge({"actions": amount, "seconds": seconds}, problem=problem)
        else:
            budget.charge({"actions": amount, "seconds": seconds}, problem=problem)
            accepted.append((amount, problem))
    used = sum(a for a, _ in accepted)
    snapshot = budget.snapshot()
    assert budget.used == used <= total
    assert budget.remaining == total - used == snapshot["remaining"]
    assert sum(snapshot["per_problem"].values()) + snapshot["shared"] == used
    assert len(budget.log) == len(accepted)


def test_zero_left_is_not_unbudgeted():
    spent, free = Budget("actions", 0), Budget("actions", None)
    assert (spent.remaining, spent.exhausted) == (0, True)
    assert (free.remaining, free.exhausted) == (None, False)
    free.charge({"actions": 10**9})
    assert free.remaining is None


@pytest.mark.parametrize("amount", [-1, math.nan, math.inf, "1", True, None])
def test_a_bad_charge_is_refused_and_leaves_nothing(amount):
    budget = Budget("actions", 5)
    with pytest.raises(BudgetError):
        budget.charge({"actions": amount})
    assert budget.log == ()


@pytest.mark.parametrize("total", [-1, math.nan, math.inf, "7", True, [7]])
def test_a_bad_total_says_what_came(total):
    with pytest.raises(ConfigError, match="budget must be"):
        check_total(total, "actions")


def test_a_cap_on_another_meter_is_reported():
    budget = Budget("actions", 5, caps={"seconds": 2})
    assert budget.capped() is None
    budget.charge({"seconds": 2.5})
    assert budget.capped() == "seconds"
    assert budget.used == 0


def test_snapshots_are_fresh():
    budget = Budget("actions", 5)
    budget.charge({"actions": 1}, problem="A")
    budget.snapshot()["per_problem"]["A"] = 99
    assert budget.of("A") == 1


@pytest.mark.parametrize("total", [2**53 + 1, 1e30, 10**400, math.inf, math.nan, -1, -0.5])
def test_a_budget_that_no_ledger_could_count_is_refused(total):
    with pytest.raises(ConfigError, match="at least 0 actions and at most"):
        check_total(total, "actions")
    assert check_total(2**53, "actions") == 2**53

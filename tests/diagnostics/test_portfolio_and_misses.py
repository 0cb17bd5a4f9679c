"""Curve arrays, the oracle's portfolio, selected misses and recoverable mass."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.diagnostics import causes, misses, plan, portfolio, recoverable, solve
from oracle.outcomes import contest_problems, curve_arrays
from oracle.records import Records, load
from oracle.tables import CORRECT, GRADER_ERROR
from r3env.episode import Episode, Status
from r3env.errors import DataError
from tests.diagnostics.diagnostic_logs import agentic, curves, single, spec

COSTS = (0, 1, 2)
IDS = spec(3)["problems"]


def test_curve_arrays_hold_every_run_once() -> None:
    runs = curves({IDS[0]: 1, IDS[1]: None, IDS[2]: 0}, COSTS, repeats=2)
    arrays = curve_arrays(load(runs), {"toy/001": IDS})
    assert arrays.outcomes.shape == (1, 3, 3, 2)
    assert arrays.outcomes[0, :, :, 0].tolist() == [[0, 1, 1], [0, 0, 0], [1, 1, 1]]
    assert arrays.costs.tolist() == [0, 1, 2]
    assert arrays.consumed[0, 0, :, 1].tolist() == [0, 1, 2]
    assert (arrays.missing, arrays.synthetic_zero) == (0, False)


def test_level_zero_is_synthetic_where_it_was_not_run_or_on_request() -> None:
    runs = curves(dict.fromkeys(IDS, 0), COSTS, repeats=2)
    positive = [r for r in runs if r.spec["level"] > 0]
    for arrays in (
        curve_arrays(load(positive), {"toy/001": IDS}),
        curve_arrays(load(runs), {"toy/001": IDS}, level_zero="synthetic"),
    ):
        assert arrays.synthetic_zero
        assert arrays.outcomes[0, :, 0].sum() == 0 and arrays.outcomes[0, :, 1:].all()
        assert arrays.costs.tolist() == [0, 1, 2]
        assert arrays.missing == 0


def test_missing_and_unjudged_runs_are_counted() -> None:
    runs = curves(dict.fromkeys(IDS, 1), COSTS, repeats=2)
    broken = single(IDS[0], "e", level=2, cost=2, used=2, repeat=1)
    kept = [r for r in runs if r.fingerprint != broken.fingerprint]
    arrays = curve_arrays(load([*kept[:-1], broken]), {"toy/001": IDS})
    assert arrays.missing == 2
    assert arrays.outcomes[0, 0, 2].tolist() == [1, 0] and not arrays.scored[0, 0, 2, 1]
    assert solve(arrays, 2, unscored="leave_out").rate.sum() == 2


def test_curve_arrays_refuse_what_they_cannot_arrange() -> None:
    runs = curves(dict.fromkeys(IDS, 1), COSTS, repeats=1)
    with pytest.raises(DataError, match="one cost"):
        curve_arrays(load([*runs, single(IDS[0], "+", level=1, cost=9, used=1, repeat=1)]), {"c": IDS})
    with pytest.raises(DataError, match="twice"):
        curve_arrays(load([*runs, single(IDS[0], "+", level=1, cost=1, used=1, seed=5)]), {"c": IDS})
    with pytest.raises(DataError, match="purpose 'curve'"):
        curve_arrays(load([agentic("+++", budget=2)]), {"c": IDS})
    with pytest.raises(DataError, match="must hold"):
        other = [f"other-{n}" for n in range(3)]
        contest_problems(load([agentic("+++", budget=2), agentic("+++", budget=2, problems=other)]))


def test_portfolio_by_tier() -> None:
    runs = curves({IDS[0]: 0, IDS[1]: 1, IDS[2]: 2}, COSTS, repeats=1)
    records = load([agentic("+-o", "B B B", budget=3, tiers="EEM"), *runs])
    contest = records.select(purpose="contest")
    best = solve(curve_arrays(records, contest_problems(contest)), 3)
    mix = portfolio.summary(contest, best)
    assert mix["problems"]["easy"]["value"] == pytest.approx(2 / 3)
    assert mix["problems"]["hard"]["value"] == 0
    assert mix["cost"]["medium"]["value"] == pytest.approx(2 / 3)
    assert mix["selected_per_contest"]["value"] == mix["value_per_contest"]["value"] == 3
    assert mix["level_0"]["count"] == 1


def test_a_portfolio_of_other_problems_is_refused() -> None:
    runs = curves(dict.fromkeys(IDS, 1), COSTS, repeats=1)
    best = solve(curve_arrays(load(runs), {"toy/001": IDS}), 3)
    other = [f"other-{n}" for n in range(3)]
    with pytest.raises(DataError, match="other-0"):
        plan(load([agentic("+++", budget=2, problems=other)]), best)
    unpaired = plan(load([agentic("+++", budget=2, contest="toy/002")]), best)
    assert not unpaired.paired.any() and unpaired.rate.tolist() == [0, 0, 0]


@st.composite
def cells(draw: st.DrawFn) -> Records:
    episodes: list[Episode] = []
    for number in range(draw(st.integers(1, 3))):
        contest = f"toy/{number:03d}"
        ids = spec(3, contest=contest)["problems"]
        for repeat in range(draw(st.integers(1, 3))):
            outcomes = "".join(draw(st.lists(st.sampled_from("+-oue."), min_size=3, max_size=3)))
            actions = " ".join(draw(st.lists(st.sampled_from(["A", "B", "C", "w:A", "w:B"]), max_size=4)))
            episodes.append(agentic(outcomes, actions, budget=4, contest=contest, repeat=repeat))
        for problem in ids:
            for level, cost in enumerate(COSTS):
                for repeat in range(2):
                    outcome = draw(st.sampled_from("+-"))
                    episodes.append(
                        single(problem, outcome, level=level, cost=cost, used=cost, repeat=repeat)
                    )
    return load(episodes)


@settings(max_examples=60, deadline=None)
@given(cells())
def test_mass_and_misses_add_up_like_a_plain_count(records: Records) -> None:
    contest = records.select(purpose="contest")
    best = solve(curve_arrays(records, contest_problems(contest)), 4)
    lined = plan(contest, best)
    slots = contest.slots

    q_star = {
        (str(c), str(p)): best.rate[i, j]
        for i, c in enumerate(best.contests)
        for j, p in enumerate(best.problems[i])
    }
    judged: dict[tuple[str, str], list[bool]] = defaultdict(list)
    missed = 0
    for name, problem, outcome in zip(contest.of("contest"), slots.problem, slots.outcome, strict=True):
        if outcome < GRADER_ERROR:
            key = (str(name), str(problem))
            judged[key].append(outcome == CORRECT)
            missed += q_star[key] > 0 and outcome != CORRECT
    mass = sum(max(0.0, q_star[k] - np.mean(r)) for k, r in judged.items() if q_star[k] > 0)

    assert recoverable(contest, lined).sum() == pytest.approx(mass)
    out = misses.summary(contest, best)
    assert out["miss_rate"]["all"]["count"] == missed
    assert out["miss_rate"]["all"]["of"] == sum(map(len, judged.values()))
    for groups in ("by_tier", "by_position"):
        assert sum(f["count"] for f in out["miss_rate"][groups].values()) == missed
        assert sum(f["count"] for f in out["mass"][groups].values()) == pytest.approx(mass)
    found = out["causes"]
    assert sum(f["count"] for f in found.values()) == missed
    assert sum(f["mass"] for f in found.values()) == pytest.approx(mass)
    codes = causes(contest, lined)
    assert ((codes >= 0) == (lined.selected & slots.judged & ~slots.correct)).all()


def test_a_lost_episode_is_no_miss() -> None:
    runs = curves(dict.fromkeys(IDS, 1), COSTS, repeats=1)
    lost = agentic("...", status=Status.INFRASTRUCTURE, budget=3)
    records = load([agentic("+++", "A B C", budget=3, repeat=1), lost, *runs])
    contest = records.select(purpose="contest")
    best = solve(curve_arrays(records, contest_problems(contest)), 3)
    out = misses.summary(contest, best)
    assert (out["miss_rate"]["all"]["count"], out["miss_rate"]["all"]["of"]) == (0, 3)
    assert out["mass"]["all"]["value"] == 0

"""analyze and comparisons on small hand-made records with known answers."""

from __future__ import annotations

import json

import numpy as np
import pytest

import oracle
from oracle import comparison
from oracle import report as reporting
from oracle.report.tables import headline_of
from r3env.episode import Episode, Status
from r3env.errors import ConfigError, DataError
from r3env.event import Event, EventKind
from r3env.verdict import Outcome, Verdict

P = ("p1", "p2")


def episode(purpose, problems, right, *, budget, used=0, contest="t/1", status=Status.COMPLETED, **spec):
    labels = "ABCDEF"[: len(problems)]
    outcomes = [
        Outcome(r) if isinstance(r, str) else (Outcome.CORRECT if r else Outcome.WRONG) for r in right
    ]
    full = {
        "purpose": purpose,
        "setting": "tool_free",
        "mode": "single" if len(problems) == 1 else "contest",
        "domain": "t",
        "contest": contest,
        "problems": list(problems),
        "tiers": [None] * len(problems),
        "budget": budget,
        "repeat": 0,
        "policy": {"name": "m"},
        "schedulers": [],
        **spec,
    }
    shares = {labels[0]: used} if len(problems) == 1 else {}
    events = (
        Event(0, EventKind.COMPLETION, charges={"output_tokens": used}, detail={"attribution": shares}),
    )
    verdicts = tuple(Verdict(o, x, p) for o, x, p in zip(outcomes, labels, problems, strict=True))
    return Episode(full, status, events, verdicts, {"used": used, "unit": "output_tokens"})


def curves(contest="t/1", problems=P, rates=((0, 1), (1, 1))):
    """Level 1 costs 10, level 2 costs 20; ``rates[p][l]`` is 0 or 1 for both repeats."""
    return [
        episode(
            "curve",
            [p],
            [rates[i][level - 1]],
            budget=10 * level,
            used=9 * level,
            level=level,
            repeat=r,
            contest=f"{contest}:{'AB'[i]}",
        )
        for i, p in enumerate(problems)
        for level in (1, 2)
        for r in (0, 1)
    ]


def contest_runs(scores, contest="t/1", problems=P, rho=0.8, budget=30, **spec):
    return [
        episode("contest", problems, row, budget=budget, contest=contest, rho=rho, repeat=r, **spec)
        for r, row in enumerate(scores)
    ]


def only(cells):
    assert len(cells) == 1
    return cells[0]


def test_the_figures_of_one_contest_by_hand():
    records = oracle.load(curves() + contest_runs([(1, 0), (1, 1)]))
    cell = only(oracle.analyze(records))
    assert cell.contest == 1.5
    assert cell.oracle == 2.0, "p1 at level 2 and p2 at level 1 cost 30"
    assert cell.equal == 1.0, "a share is 15: p2 used 9, p1 needed 18"
    assert cell.delta == 0.5
    assert cell.ratio == 0.25
    assert (cell.lower, cell.upper) == (2.0, 2.0)
    assert cell.complete
    assert not cell.contest_interval.defined
    assert "at least 2" in cell.contest_interval.reason


def test_a_smaller_budget_takes_the_cheap_one():
    records = oracle.load(curves() + contest_runs([(1, 0)], budget=29))
    assert only(oracle.analyze(records)).oracle == 1.0


def test_contests_that_beat_the_oracle_keep_their_negative_gap():
    records = oracle.load(curves(rates=((0, 0), (1, 1))) + contest_runs([(1, 1)]))
    cell = only(oracle.analyze(records))
    assert (cell.oracle, cell.delta, cell.ratio, cell.negative) == (1.0, -1.0, -1.0, True)


def test_an_oracle_of_zero_is_no_ratio_but_a_count():
    records = oracle.load(curves(rates=((0, 0), (0, 0))) + contest_runs([(0, 0)]))
    cell = only(oracle.analyze(records))
    assert (cell.oracle, cell.ratio, cell.ratio_interval, cell.oracle_zero) == (0.0, None, None, 1)


def test_unscored_runs_count_as_zero_and_are_shown():
    planned = episode("contest", P, (0, 0), budget=30, rho=0.8, repeat=1).spec
    lost = Episode(planned, Status.INFRASTRUCTURE)
    records = oracle.load(curves() + contest_runs([(1, 1)]))
    cell = only(oracle.analyze(records, oracle.load([lost])))
    assert (cell.unscored, cell.repeats, cell.complete) == (1, 2, False)
    assert (cell.contest, cell.contest_scored) == (1.0, 2.0)


def test_a_grader_error_is_unscored_not_wrong():
    records = oracle.load(curves() + contest_runs([(1, "grader_error"), (1, 1)]))
    cell = only(oracle.analyze(records))
    assert (cell.unscored, cell.contest, cell.contest_scored) == (1, 1.0, 2.0)


def test_a_contest_without_curves_is_left_out_of_all_figures_and_counted():
    other = contest_runs([(0, 0)], contest="t/2", problems=("p3", "p4"))
    cell = only(oracle.analyze(oracle.load(curves() + contest_runs([(1, 1)]) + other)))
    assert (cell.contests, cell.left_out, cell.contest, cell.oracle) == (1, 1, 2.0, 2.0)


def test_a_policy_without_curves_has_a_score_and_nothing_else():
    runs = contest_runs([(1, 0)], policy={"name": "floor"})
    cell = only(oracle.analyze(oracle.load(curves() + runs)))
    assert (cell.contest, cell.oracle, cell.ratio) == (0.5 * 2, None, None)


def test_cells_are_kept_apart():
    runs = contest_runs([(1, 0)]) + contest_runs([(0, 0)], rho=0.2, budget=8)
    cells = {c.cell.rho: c for c in oracle.analyze(oracle.load(curves() + runs))}
    assert cells[0.8].oracle == 2.0
    assert cells[0.2].oracle == 0.0


def guarded(scores, contest, name):
    return contest_runs([scores], contest=contest, problems=PROBLEMS[contest], schedulers=[{"name": name}])


PROBLEMS = {f"t/{i}": (f"a{i}", f"b{i}") for i in range(1, 9)}


def test_the_scheduler_study_pairs_by_contest_and_corrects():
    runs = []
    for contest, problems in PROBLEMS.items():
        runs += contest_runs([(1, 0)], contest=contest, problems=problems)
        runs += guarded((1, 1), contest, "coverage")
        runs += guarded((1, 0), contest, "verification")
    rows = {r.report.cell.scheduler: r for r in comparison.scheduler_study(oracle.load(runs))}
    assert rows["reference"].paired is None
    assert rows["coverage"].paired.difference == 1.0
    assert rows["coverage"].paired.p_value == pytest.approx(2 / 2**8)
    assert rows["coverage"].adjusted == pytest.approx(4 / 2**8)
    assert rows["verification"].paired.difference == 0.0
    assert rows["verification"].adjusted == 1.0


def test_two_stores_are_aligned_by_contest():
    first = oracle.load(contest_runs([(1, 0)], contest="t/1", problems=PROBLEMS["t/1"]))
    second = oracle.load(
        contest_runs([(1, 1)], contest="t/1", problems=PROBLEMS["t/1"], policy={"name": "new"})
        + contest_runs([(1, 1)], contest="t/2", problems=PROBLEMS["t/2"], policy={"name": "new"})
    )
    row = only(comparison.difference(first, second))
    assert (row.paired.difference, row.paired.contests, row.only_here) == (1.0, 1, ("t/2",))
    other = oracle.load(contest_runs([(1, 0)], rho=0.2))
    with pytest.raises(DataError, match="matches"):
        comparison.difference(first, other)


def test_a_pilot_needs_every_run():
    records = oracle.load(contest_runs([(1, 0), (1, 1)]))
    cell = next(iter(dict(records.cells("contest"))))
    assert np.array_equal(comparison.pilot(records, cell), [[1, 2]])
    broken = oracle.load(contest_runs([(1, "grader_error"), (1, 1)]))
    with pytest.raises(DataError, match="1 of 2"):
        comparison.pilot(broken, cell)


def test_calibration_leaves_out_what_did_not_complete():
    runs = [episode("calibrate", P, (0, 0), budget=None, used=u, contest=f"t/{u}") for u in (30, 40)]
    runs.append(
        episode("calibrate", P, (0, 0), budget=None, used=900, contest="t/9", status=Status.TRUNCATED)
    )
    found = oracle.calibration_of(oracle.load(runs), "m", "tool_free", "t")
    assert (found.mean_use, found.completed, found.excluded) == (35.0, 2, 1)
    with pytest.raises(DataError, match="calibrate"):
        oracle.calibration_of(oracle.load(runs), "other", "tool_free", "t")


def test_a_contest_that_never_got_a_verdict_stays_in_the_denominator():
    done = oracle.load(contest_runs([(1, 1), (1, 1)], contest="t/1"))
    lost = contest_runs([(0, 0), (0, 0)], contest="t/2", problems=("p3", "p4"))
    failed = oracle.load(Episode(e.spec, Status.INFRASTRUCTURE) for e in lost)
    cell = only(oracle.analyze(done, failed))
    assert (cell.contests, cell.unscored, cell.complete) == (2, 2, False)
    assert (cell.contest, cell.contest_scored) == (1.0, 2.0)


def test_a_cell_in_which_every_run_failed_is_shown_without_a_headline():
    done = oracle.load(contest_runs([(1, 1)], rho=0.2))
    lost = contest_runs([(0, 0)], rho=0.8)
    failed = oracle.load(Episode(e.spec, Status.INFRASTRUCTURE) for e in lost)
    first, second = oracle.analyze(done, failed)
    assert (first.cell.rho, first.complete) == (0.2, True)
    assert (second.cell.rho, second.complete, second.unscored) == (0.8, False, 1)
    assert second.contest_scored is None


def test_one_contest_and_repeat_played_twice_is_refused_as_curves_are():
    run, again = contest_runs([(1, 1)])[0], contest_runs([(0, 0)], seed=1)[0]
    with pytest.raises(DataError, match=r"t/1, repeat 0 .* more than once"):
        oracle.analyze(oracle.load([run, again]))


def test_an_unbudgeted_cell_has_a_score_and_no_oracle():
    runs = contest_runs([(1, 0)], budget=None, rho=None)
    cell = only(oracle.analyze(oracle.load(curves() + runs)))
    assert (cell.contest, cell.oracle, cell.to_dict()["budget"]) == (1.0, None, None)
    report = reporting.build(oracle.load(curves() + runs))
    assert json.loads(reporting.to_json(report))["cells"][0]["budget"] is None
    assert "unbudgeted | – | 1.00" in reporting.to_markdown(report, title="t")


@pytest.mark.parametrize("wrong", [{"method": "x"}, {"reading": "x"}, {"level_zero": "sinthetic"}])
def test_unknown_options_are_refused(wrong):
    with pytest.raises(ConfigError, match="must be one of"):
        oracle.Options(**wrong)


def test_a_difference_counts_the_runs_without_a_verdict_on_both_sides():
    whole = contest_runs([(1, 1), (1, 1)]) + contest_runs([(1, 1), (1, 1)], "t/2", ("p3", "p4"))
    short, lost = whole[:3], Episode(whole[3].spec, Status.INFRASTRUCTURE)
    second = oracle.load(whole)
    for first, failed in ((short, None), (short, oracle.load([lost])), (whole[:2], oracle.load([lost]))):
        row = only(comparison.difference(oracle.load(first), second, failed=(failed, None)))
        assert row.base_unscored == 4 - len(first)
        assert row.report.unscored == 0


def test_a_difference_takes_the_equal_budget_where_there_are_several():
    runs = [e for b in (20, 30) for e in contest_runs([(1, b == 30)], rho=None, budget=b)]
    rows = comparison.difference(oracle.load(runs), oracle.load(runs))
    assert [(r.report.budget, r.paired.difference) for r in rows] == [(20, 0.0), (30, 0.0)]


def test_the_oracle_of_a_pilot_needs_the_curves_of_every_contest():
    records = oracle.load(curves() + contest_runs([(1, 0)]) + contest_runs([(1, 1)], "t/2", ("p3", "p4")))
    with pytest.raises(DataError, match="1 of 2 contests"):
        comparison.oracle_values(records, next(iter(dict(records.cells("contest")))))


@pytest.mark.parametrize("method", ["cross-fitted", "calibrated", "best"])
def test_a_cell_with_too_few_repeats_for_the_estimator_says_so_and_stops_no_other(method):
    few = [e for e in curves("t/2", ("p3", "p4")) if e.spec["repeat"] == 0] + contest_runs(
        [(1, 0)], "t/2", ("p3", "p4")
    )
    few = [Episode({**e.spec, "domain": "other"}, e.status, e.events, e.verdicts, e.budget) for e in few]
    records = oracle.load(curves() + contest_runs([(1, 0)]) + few)
    cells = {c.cell.domain: c for c in oracle.analyze(records, options=oracle.Options(method=method))}
    assert cells["t"].oracle == 2.0
    assert (cells["other"].contest, cells["other"].oracle) == (1.0, None)
    assert "at least 2" in cells["other"].reason
    assert any("no oracle" in n for n in headline_of(list(cells.values())).notes)

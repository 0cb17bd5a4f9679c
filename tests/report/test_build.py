"""The figures of a report: they add up, floors stay apart, unresolved runs void a headline."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import oracle
from oracle import report as reporting
from oracle.report import tables
from r3env.episode import Status
from r3env.labels import Label, newest
from tests.report.study import COSTS, study


@pytest.fixture(scope="module")
def report():
    return reporting.build(oracle.load(study()))


def test_one_group_for_the_policy_with_curves_and_none_for_the_floor(report):
    assert [(g.policy, g.setting, g.domain) for g in report.groups] == [
        ("robot:secret-model-7", "agentic", "toy")
    ]
    assert len(report.cells) == 6 and len(report.groups[0].cells) == 4
    floors = [row for row, c in enumerate(report.cells) if c.cell.policy == "nothing"]
    assert len(floors) == 2 and not set(floors) & set(report.groups[0].cells)


def test_response_curves_are_means_over_the_runs_of_each_tier(report):
    group = report.groups[0]
    alone = [e for e in study() if e.spec["purpose"] == "curve"]
    for tier in ("easy", "medium", "hard"):
        for level, cost in enumerate(COSTS):
            own = [e for e in alone if e.spec["level"] == level and e.spec["tiers"] == [tier]]
            assert group.rates[tier][level] == pytest.approx(np.mean([e.score for e in own]))
            assert group.costs[level] == cost
    assert group.problems == {"all": 18, "easy": 9, "medium": 6, "hard": 3}


def test_the_frontier_meets_the_oracle_of_every_cell_that_was_run(report):
    group = report.groups[0]
    for row in group.cells:
        cell = report.cells[row]
        at = list(group.frontier.budgets).index(cell.budget)
        assert group.frontier.oracle[at] == pytest.approx(cell.oracle)
        assert group.frontier.replay[at] == pytest.approx(cell.equal)
    assert (np.diff(group.frontier.oracle) >= -1e-12).all()


def test_the_parts_of_the_gap_add_up_to_it(report):
    group = report.groups[0]
    assert set(group.decompositions) == set(group.cells)
    for row, split in group.decompositions.items():
        assert split.parts.sum() == pytest.approx(report.cells[row].delta)


def test_a_cell_with_a_missing_repeat_has_no_decomposition_but_keeps_its_place():
    kept = [
        e
        for e in study()
        if not (e.spec["rho"] == 0.8 and e.spec["repeat"] == 1 and not e.spec["schedulers"])
    ]
    first = next(e for e in study() if e.spec["rho"] == 0.8 and e.spec["repeat"] == 1)
    report = reporting.build(oracle.load([*kept, first]))
    ragged = [r for r in report.groups[0].cells if r not in report.groups[0].decompositions]
    assert [(report.cells[r].cell.rho, report.cells[r].cell.scheduler) for r in ragged] == [
        (0.8, "reference")
    ]


def test_unresolved_runs_void_the_headline_unless_told_to_count_them():
    episodes = list(study())
    lost = next(e for e in episodes if e.spec["rho"] == 0.2 and e.spec["policy"]["name"] == "robot")
    failed = dataclasses.replace(lost, status=Status.INFRASTRUCTURE, verdicts=(), blame="provider")
    done, gone = oracle.load(e for e in episodes if e is not lost), oracle.load([failed])
    strict, counted = (reporting.build(done, gone, count_unresolved=flag) for flag in (False, True))
    row = next(r for r, c in enumerate(strict.cells) if not c.complete)
    assert not strict.headline(strict.cells[row]) and counted.headline(counted.cells[row])
    assert any("1 unscored" in cell for line in tables.headline(strict).rows for cell in line)
    assert any("--count-unresolved" in note for note in tables.headline(strict).notes)
    assert any("1 unscored runs count as 0" in note for note in tables.headline(counted).notes)
    assert strict.failed == 1 and strict.to_dict()["cells"][row]["headline"] is False


def test_a_cell_without_any_verdict_is_reported_and_never_set_beside_published_figures():
    lost = [e for e in study() if e.spec["rho"] == 0.2 and e.spec["policy"]["name"] == "robot"]
    failed = [dataclasses.replace(e, status=Status.INFRASTRUCTURE, verdicts=()) for e in lost]
    done = oracle.load(e for e in study() if e.spec["rho"] != 0.2 or e.spec["policy"]["name"] != "robot")
    found = reporting.build(done, oracle.load(failed))
    bare = [c for c in found.cells if c.unscored]
    assert {c.cell.rho for c in bare} == {0.2} and all(c.contest_scored is None for c in bare)
    assert len(found.diagnostics["cells"]) == len(found.cells) == len(tables.denominators(found).rows)
    assert not [row for row in found.published if not row["published"] and row["rho"] == 0.2]
    assert reporting.to_html(found, [])


def test_floors_come_last_in_the_headline(report):
    names = [row[0] for row in tables.headline(report).rows]
    assert [n.startswith("nothing") for n in names] == [False] * 4 + [True] * 2


def test_published_rows_only_for_conditions_that_somebody_published(report):
    assert report.published == []
    moved = [dataclasses.replace(e, spec={**e.spec, "domain": "ar"}) for e in study()]
    rows = reporting.build(oracle.load(moved)).published
    assert {r["published"] for r in rows} == {True, False}
    assert {(r["setting"], r["domain"]) for r in rows} == {("agentic", "ar")}


def test_labels_reach_the_diagnostics_and_an_annotator_may_change_her_mind():
    own = next(e for e in study() if e.spec["rho"] == 0.8 and not e.spec["schedulers"])
    first, second, other = (
        Label(own.fingerprint, who, "rational_update", value, quotation="two", event=0)
        for who, value in (("ada", "false"), ("ada", "true"), ("bob", "true"))
    )
    standing = newest([first, other, second])
    assert standing == [other, second]
    report = reporting.build(oracle.load(study()), labels=standing)
    cell = next(
        c
        for c in report.diagnostics["cells"]
        if c["cell"]["rho"] == 0.8
        and c["cell"]["scheduler"] == "reference"
        and c["cell"]["policy"] != "nothing"
    )
    assert cell["annotations"]["rational_update"]["true"] == 1
    assert report.diagnostics["annotation_conflicts"] == 0 and report.labelled == 2


def test_choosing_is_even_over_cells_and_the_same_for_one_seed():
    records = oracle.load(study(contests=4))
    table = records.episodes
    names = reporting.choose(records, 12, seed=3)
    assert names == reporting.choose(records, 12, seed=3) != reporting.choose(records, 12, seed=4)
    rows = [list(table.fingerprint).index(n) for n in names]
    cells = [(table.policy[r], table.rho[r], table.scheduler[r]) for r in rows]
    assert len(set(cells)) == 6 and all(cells.count(c) == 2 for c in cells)
    assert len(reporting.choose(records, 10_000)) == int((table.purpose == "contest").sum())


def test_without_contests_the_curve_runs_are_shown():
    records = oracle.load(e for e in study() if e.spec["purpose"] == "curve")
    assert len(reporting.choose(records, 5)) == 5
    assert reporting.collect(records, study(), limit=5).total == len(records.episodes)

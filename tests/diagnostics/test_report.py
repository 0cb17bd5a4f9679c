"""The whole report: JSON-like, defined for empty and broken data, and consistent over domains."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from oracle.diagnostics import Annotations, macro, summary
from oracle.records import load
from r3env.episode import Episode, Status
from r3env.labels import Label, Tri
from r3env.store import RunStore
from tests.diagnostics.diagnostic_logs import agentic, curves, reply, single, spec


def small_run() -> list[Episode]:
    episodes: list[Episode] = []
    for domain, outcomes in (("x", "++++-o"), ("y", "+ooooo")):
        ids = [f"{domain}/1-{label}" for label in "ABCDEF"]
        base: dict[str, Any] = {"domain": domain, "contest": f"{domain}/1", "problems": ids}
        episodes.append(agentic(outcomes, "A A B C", budget=4, **base))
        episodes.append(agentic(outcomes[::-1], "A B", budget=4, schedulers=[{"name": "coverage"}], **base))
        episodes += curves(dict.fromkeys(ids, 1), (0, 1, 2), repeats=2, domain=domain)
    ids = [f"x/1-{label}" for label in "ABCDEF"]
    for label in "ABCDEF":
        keys = {"purpose": "target", "mode": "target", "domain": "x", "contest": "x/1", "rho": None}
        episodes.append(agentic("oooooo", label, target=label, budget=2, problems=ids, **keys))
    return episodes


def test_every_family_is_reported_for_every_cell() -> None:
    out = summary(load(small_run()))
    json.dumps(out, allow_nan=False)
    assert len(out["cells"]) == 4
    for cell in out["cells"]:
        assert cell["misses"]["miss_rate"]["all"]["of"] == 6
        assert cell["portfolio"]["missing_runs"] == 0
    assert [q["scheduler"] for q in out["quadrants"]] == ["coverage", "reference"]
    assert all(q["cells"] == 2 for q in out["quadrants"])
    (stress,) = out["target"]
    assert (stress["target"]["value"], stress["control"]["value"]) == (0, 1)


def test_domains_are_averaged_without_weights() -> None:
    out = summary(load(small_run()))
    reference = next(d for d in out["domains"] if d["scheduler"] == "reference")
    assert reference["accuracy"]["value"] == pytest.approx((4 / 6 + 1 / 6) / 2)
    assert reference["accuracy"]["domains"] == ["x", "y"]


def test_a_domain_without_the_metric_is_named() -> None:
    runs = [e for e in small_run() if not (e.spec["purpose"] == "curve" and e.spec["domain"] == "y")]
    out = summary(load(runs))
    reference = next(d for d in out["domains"] if d["scheduler"] == "reference")
    assert reference["miss_rate"]["domains"] == ["x"] and reference["miss_rate"]["missing"] == ["y"]
    cell = next(c for c in out["cells"] if c["cell"]["domain"] == "y")
    assert cell["misses"] is None and "single-problem" in cell["reason"]


def test_budgets_set_by_hand_are_not_mixed() -> None:
    episodes = [agentic("++++++", "A", budget=b, rho=None) for b in (3, 5, None)]
    out = summary(load(episodes))
    assert [c["cell"]["budget"] for c in out["cells"]] == [None, 3, 5]
    assert [d["budget"] for d in out["domains"]] == [None, 3, 5]
    two = summary(load([agentic("++++++", "A", budget=b) for b in (3, 5)]))
    assert "several budgets" in two["domains"][0]["reason"]


@pytest.mark.parametrize(
    "episodes",
    [
        [],
        [Episode(spec(budget=3), Status.INFRASTRUCTURE)],
        [agentic("eeeeee", "A B", budget=3)],
        [agentic("oooooo", budget=None)],
        [agentic("oooooo", budget=0)],
        [reply("oooooo", {}, budget=3)],
        [agentic("+", "A", budget=3), single("toy/001-A", "e", level=1, cost=3, used=1)],
    ],
)
def test_empty_and_broken_runs_are_defined(episodes: list[Episode]) -> None:
    json.dumps(summary(load(episodes)), allow_nan=False)


def test_macro() -> None:
    assert macro({"a": None})["value"] is None and macro({"a": None})["reason"]
    assert macro({})["domains"] == []
    assert macro({"a": 0.0, "b": 1.0})["value"] == 0.5


def test_a_run_store_feeds_the_report(tmp_path: Path) -> None:
    episodes = small_run()
    label = Label(episodes[0].fingerprint, "ann", "rational_update", Tri.FALSE)
    with RunStore(tmp_path / "run.sqlite") as store:
        for episode in episodes:
            store.add(episode)
        store.add_label(label.to_dict())
    with RunStore(tmp_path / "run.sqlite") as store:
        records = load(store.episodes())
        labels = Annotations.settle(map(Label.from_dict, store.labels()))
    assert summary(records, labels) == summary(load(episodes), Annotations.settle([label]))


def test_misses_are_of_the_cells_own_contests_with_complete_curves() -> None:
    other = {"contest": "x/2", "problems": [f"x/2-{label}" for label in "ABCDEF"], "domain": "x"}
    third = {"contest": "x/3", "problems": [f"x/3-{label}" for label in "ABCDEF"], "domain": "x"}
    few = [e for e in small_run() if e.spec["domain"] == "x"]
    more = [
        agentic("oooooo", "A B", budget=4, **other),  # no curves at all
        agentic("oooooo", "A B", budget=4, rho=0.8, **third),  # curves, but another cell
        *curves(dict.fromkeys(third["problems"], 1), (0, 1, 2), repeats=2, domain="x"),
    ]

    def of(episodes: list[Episode]) -> dict[str, Any]:
        cells = summary(load(episodes))["cells"]
        return next(c for c in cells if (c["cell"]["scheduler"], c["cell"]["rho"]) == ("reference", 0.2))

    alone, among = of(few), of(few + more)
    assert among["portfolio"] == alone["portfolio"]
    assert among["misses"] == {**alone["misses"], "unpaired_slots": 6}

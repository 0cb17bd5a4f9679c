"""Published figures: they load, they pass the checks that hold of them, and new cells stand beside them."""

from __future__ import annotations

import pytest

from oracle import published
from r3env.errors import DataError

CELLS = published.main_results()
ODD = {
    ("Claude-Opus-4.8", "tool_free", "ar", 0.2),
    ("Claude-Opus-4.8", "tool_free", "ar", 0.8),
    ("GPT-5.5", "agentic", "code", 0.8),
}


def test_the_tables_are_whole() -> None:
    keys = {(c.setting, c.model, c.rho, c.domain) for c in CELLS}
    assert len(CELLS) == len(keys) == 96
    assert len({c.model for c in CELLS}) == 8
    assert {(t.setting, t.model, t.rho, t.domain) for t in published.accuracy_by_tier()} == keys
    assert (len(published.budgets()), len(published.schedulers()), len(published.discriminant())) == (
        18,
        9,
        12,
    )


def test_all_but_three_ratios_recompute_to_the_printed_digit() -> None:
    odd = {
        (c.model, c.setting, c.domain, c.rho)
        for c in CELLS
        if abs(100 * (1 - c.contest / c.oracle) - c.gap_ratio_pct) > 0.01
    }
    assert odd == ODD


def test_every_ratio_lies_in_the_interval_over_rounding() -> None:
    assert all(published.agrees(c.contest, c.oracle, c.gap_ratio_pct) for c in CELLS)
    assert not published.agrees(2.42, 3.24, 26.0)
    assert published.gap_interval(0.0, 0.0) is None and not published.agrees(0.0, 0.0, 0.0)


def test_accuracy_by_tier_agrees_with_the_contest_scores() -> None:
    scores = {(c.setting, c.model, c.rho, c.domain): c.contest for c in CELLS}
    for t in published.accuracy_by_tier():
        by_tier = (3 * t.easy + 2 * t.medium + t.hard) / 6
        assert t.all == pytest.approx(by_tier, abs=0.15)
        score = scores[t.setting, t.model, t.rho, t.domain]
        assert score == pytest.approx(6 * t.all / 100, abs=0.01)


def test_known_budgets_and_schedulers() -> None:
    row = next(b for b in published.budgets() if (b.model, b.domain) == ("DeepSeek-V4-Pro", "code"))
    assert (row.actions_0_2, row.actions_0_8) == (7, 28)
    assert sum(b.actions_0_2 < 6 for b in published.budgets()) == 15
    cells = {(c.model, c.domain): c for c in CELLS if (c.setting, c.rho) == ("agentic", 0.2)}
    for s in published.schedulers():
        assert (s.contest, s.oracle) == (cells[s.model, s.domain].contest, cells[s.model, s.domain].oracle)


def test_a_new_cell_stands_among_the_published_ones() -> None:
    new = {"model": "mine", "setting": "agentic", "rho": 0.2, "domain": "ar", "contest": 4.36, "oracle": 5.0}
    table = published.compare([new])
    assert len(table) == 9 and sum(row["published"] for row in table) == 8
    own = next(row for row in table if not row["published"])
    twin = next(row for row in table if row["model"] == "DeepSeek-V4-Pro")
    assert own["gap_ratio_pct"] == pytest.approx(12.8)
    assert own["rank_contest"] == twin["rank_contest"] == 3
    gaps = [row["gap_ratio_pct"] for row in table]
    assert own["rank_gap"] == 1 + sum(g < own["gap_ratio_pct"] for g in gaps)
    assert [row["rank_contest"] for row in table] == sorted(row["rank_contest"] for row in table)


def test_conditions_without_published_cells_and_oracles_of_zero() -> None:
    new = {"model": "mine", "setting": "agentic", "rho": 0.5, "domain": "new", "contest": 0, "oracle": 0}
    (row,) = published.compare([new])
    assert row["gap_ratio_pct"] is None and row["rank_gap"] is None and row["rank_contest"] == 1
    assert published.compare([]) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"oracle": None}, "lacks oracle"),
        ({"contest": -1}, "contest must be"),
        ({"contest": float("nan")}, "contest must be"),
        ({"oracle": "5"}, "oracle must be"),
        ({"rho": True}, "rho must be"),
    ],
)
def test_a_malformed_cell_is_named(change: dict[str, object], words: str) -> None:
    cell = {"model": "mine", "setting": "agentic", "rho": 0.2, "domain": "ar", "contest": 4, "oracle": 5}
    with pytest.raises(DataError, match=f"cell 1.*{words}"):
        published.compare([cell, {**cell, **change}])

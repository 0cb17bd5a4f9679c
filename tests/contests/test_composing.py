"""Stratify and compose: shares, ties, every problem once, an order that never sees tiers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contests import compose, stratify
from contests.bundled import presented
from contests.composing import read_lengths
from r3env.errors import ConfigError, DataError
from r3env.problem import Problem, Tier


def pool(contests: int) -> list[Problem]:
    tiers = [Tier.EASY] * 3 + [Tier.MEDIUM] * 2 + [Tier.HARD]
    return [
        Problem(f"p{i:03d}", "toy", "t", f"statement {i}", tier=tiers[i % 6]) for i in range(6 * contests)
    ]


def test_three_hundred_problems_give_150_100_50() -> None:
    tiers = stratify({f"p{i}": float(i) for i in range(300)})
    assert Counter(tiers.values()) == {Tier.EASY: 150, Tier.MEDIUM: 100, Tier.HARD: 50}
    assert tiers["p149"] is Tier.EASY
    assert tiers["p150"] is Tier.MEDIUM
    assert tiers["p249"] is Tier.MEDIUM
    assert tiers["p250"] is Tier.HARD


def test_lengths_are_averaged_over_the_models_and_ties_break_by_id() -> None:
    lengths = {"f": [1, 99], "e": [50, 50], "d": 50, "c": 50, "b": 50, "a": 50}
    assert [name for name, tier in sorted(stratify(lengths).items()) if tier is Tier.EASY] == ["a", "b", "c"]
    assert stratify(lengths)["f"] is Tier.HARD


@given(st.dictionaries(st.text("abc", min_size=1, max_size=4), st.integers(0, 9), min_size=1, max_size=40))
def test_tiers_are_monotone_in_length_and_keep_their_shares(lengths: dict[str, int]) -> None:
    tiers = stratify(lengths)
    rank = {Tier.EASY: 0, Tier.MEDIUM: 1, Tier.HARD: 2}
    ordered = [rank[tiers[name]] for name in sorted(lengths, key=lambda n: (lengths[n], n))]
    assert ordered == sorted(ordered)
    n = len(lengths)
    assert abs(ordered.count(0) - n / 2) <= 0.5
    assert abs(ordered.count(2) - n / 6) <= 0.5


@pytest.mark.parametrize("bad", [[], [-1], [float("nan")], float("inf"), ["9"], [True], None, "9"])
def test_a_length_that_is_none_names_its_problem(bad: object) -> None:
    with pytest.raises(DataError, match="'p7'"):
        stratify({"p1": 3, "p7": bad})  # type: ignore[dict-item]


def test_lengths_may_come_from_an_array() -> None:
    lengths = np.array([[3, 5], [1, 2], [9, 9], [2, 2], [8, 1], [7, 7]])
    names = [f"p{i}" for i in range(6)]
    rows = stratify(dict(zip(names, lengths, strict=True)))
    assert rows == stratify(dict(zip(names, lengths.sum(axis=1), strict=True))) and rows["p2"] is Tier.HARD


def test_a_suite_needs_a_name_and_a_seed() -> None:
    with pytest.raises(ConfigError, match="seed must be at least 0, got -1"):
        compose(pool(1), name="mine", seed=-1)
    with pytest.raises(ConfigError, match="expected a name"):
        compose(pool(1), name=" ")


def test_every_problem_is_used_once_in_the_right_shape() -> None:
    suite = compose(pool(10), name="mine", seed=4)
    assert [contest.id for contest in suite] == [f"mine/{i:03d}" for i in range(1, 11)]
    assert sorted(p.id for p in suite.problems) == [f"p{i:03d}" for i in range(60)]
    for contest in suite:
        assert Counter(p.tier for p in contest) == {Tier.EASY: 3, Tier.MEDIUM: 2, Tier.HARD: 1}


def test_composition_depends_on_the_seed_alone() -> None:
    first = compose(pool(8), name="mine", seed=1)
    again = compose(list(reversed(pool(8))), name="mine", seed=1)
    other = compose(pool(8), name="mine", seed=2)
    assert first.contests == again.contests
    assert first.contests != other.contests


def test_the_presented_order_never_sees_a_tier() -> None:
    problems = pool(1)
    moved = [replace(p, tier=Tier.HARD if p.tier is Tier.EASY else Tier.EASY) for p in reversed(problems)]
    order = [p.id for p in presented("c", problems)]
    assert order == [p.id for p in presented("c", moved)]
    assert sorted(order) == [p.id for p in problems]
    assert [p.id for p in presented("c", problems, "published")] == [p.id for p in problems]
    assert len({tuple(p.id for p in presented("c", problems, seed=s)) for s in range(30)}) > 20


def test_the_hard_problem_stands_everywhere_about_equally_often() -> None:
    suite = compose(pool(300), name="mine")
    places = Counter(i for contest in suite for i, p in enumerate(contest) if p.tier is Tier.HARD)
    # 300 contests, 50 expected at each position; chi-square with 5 degrees of freedom, p = 0.001
    assert sum((places[i] - 50) ** 2 / 50 for i in range(6)) < 20.5


def test_what_does_not_divide_is_refused_with_the_counts() -> None:
    with pytest.raises(ConfigError, match=r"ratio, got 5 easy, 4 medium, 2 hard"):
        compose(pool(2)[1:], name="mine")
    with pytest.raises(ConfigError, match="got 0 easy"):
        compose([], name="mine")
    with pytest.raises(ConfigError, match="stratify them first: p000"):
        compose([replace(p, tier=None) for p in pool(1)], name="mine")
    with pytest.raises(ConfigError, match="occurs twice: p000"):
        compose([*pool(1), pool(1)[0]], name="mine")


def test_lengths_are_read_from_csv(tmp_path: Path) -> None:
    file = tmp_path / "lengths.csv"
    file.write_text("problem_id,m1,m2\np1,10,20\n\np2,5,5.5\n")
    assert read_lengths(file) == {"p1": [10, 20], "p2": [5, 5.5]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "row 1: expected the header"),
        ("id,m\np,1\n", "row 1: expected the header"),
        ("problem_id,m\np,1\np,2\n", "row 3, field 'problem_id': 'p' is twice"),
        ("problem_id,m\n,1\n", "row 2, field 'problem_id': '' is empty"),
        ("problem_id,m\np,x\n", "row 2, field 'm': expected a length of at least 0, got 'x'"),
        ("problem_id,m\np,-1\n", "row 2, field 'm'"),
        ("problem_id,m\np,nan\n", "row 2, field 'm'"),
        ("problem_id,m\np\n", "row 2: expected 2 cells, got 1"),
    ],
)
def test_a_malformed_table_names_row_and_field(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "lengths.csv"
    file.write_text(text)
    with pytest.raises(DataError, match=message):
        read_lengths(file)
    with pytest.raises(DataError, match="cannot read"):
        read_lengths(tmp_path / "absent.csv")

"""Gap and GapRatio: the published table, undefined and negative ratios, explicit denominators."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from oracle import cell_gap, contest_scores, gap_ratio, mean_ratio
from r3env.errors import ConfigError, DataError


def published():
    """The 96 published cells: contest, oracle (two decimals) and GapRatio in per cent."""
    with (Path(__file__).parent / "published_cells.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_published_ratios_recompute_within_the_rounding_of_both():
    cells, off = published(), []
    for cell in cells:
        contest, oracle, printed = (float(cell[k]) for k in ("contest", "oracle", "gap_ratio_pct"))
        half = 0.005
        least = gap_ratio(contest + half, oracle - half) * 100
        most = gap_ratio(contest - half, oracle + half) * 100
        assert least - half <= printed <= most + half, cell
        if abs(gap_ratio(contest, oracle) * 100 - printed) > 0.0101:
            off.append((cell["model"].split("-")[0].split(" ")[0], cell["domain"], cell["rho"]))
    assert len(cells) == 96
    assert len(off) == 3  # these need the interval; the other 93 also agree as printed


def test_undefined_without_oracle_and_negative_kept():
    assert gap_ratio(0.0, 0.0) is None
    assert gap_ratio(4, 3.6) == pytest.approx(-1 / 9)
    gap = cell_gap([4, 4], [3.6, 3.6])
    assert gap.negative and gap.delta == pytest.approx(-0.4) and gap.ratio == pytest.approx(-1 / 9)


def test_cell_gap_divides_means_and_counts_empty_oracles():
    gap = cell_gap([1, 0, 2], [2, 0, 4])
    assert (gap.contest, gap.oracle, gap.delta, gap.ratio) == (1, 2, 1, 0.5)
    assert (gap.contests, gap.oracle_zero, gap.negative) == (3, 1, False)
    assert cell_gap([0, 0], [0, 0]).ratio is None


def test_mean_over_cells_says_how_many_have_no_ratio():
    result = mean_ratio([0.1, None, 0.3])
    assert result.mean == pytest.approx(0.2) and (result.used, result.undefined) == (2, 1)
    assert mean_ratio([None]).mean is None


def test_scores_with_explicit_denominators():
    scores, scored = [[3, 4, 0], [2, 0, 0]], [[True, True, False], [True, True, True]]
    headline = contest_scores(scores, problems=6, scored=scored)
    assert headline.mean.tolist() == pytest.approx([7 / 3, 2 / 3])
    second = contest_scores(scores, problems=6, scored=scored, unscored="leave_out")
    assert second.mean.tolist() == pytest.approx([3.5, 2 / 3])
    assert second.scored.tolist() == [2, 3] and second.unscored == 1


def test_values_out_of_range_name_their_row():
    with pytest.raises(DataError, match=r"scores\[1, 0\] must be between 0 and 6, got 7"):
        contest_scores([[1, 2], [7, 0]], problems=6)
    with pytest.raises(DataError, match=r"scores\[0, 1\]"):
        contest_scores([[1, np.nan]], problems=6)
    with pytest.raises(DataError, match=r"oracle\[1\] must be at most 6"):
        cell_gap([1, 2], [3, 6.5], problems=6)
    with pytest.raises(DataError, match="contest must be at least 0"):
        gap_ratio(-1, 2)
    with pytest.raises(DataError, match="oracle must be a finite number"):
        gap_ratio(1, float("nan"))
    with pytest.raises(DataError, match="share a shape"):
        cell_gap([1, 2], [3])
    with pytest.raises(DataError, match="one number"):
        gap_ratio([1], 2)
    with pytest.raises(ConfigError, match="unscored"):
        contest_scores([[1]], problems=6, unscored="skip")

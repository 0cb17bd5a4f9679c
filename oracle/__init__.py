"""Records in, numbers and plots out: curves, replay, oracle, gap, their statistics. Pure functions on arrays."""

from __future__ import annotations

from oracle.calibration import GRID, Calibration, calibrate, level_costs, share_of
from oracle.curves import response_curves
from oracle.gap import ContestScores, Gap, RatioMean, cell_gap, contest_scores, gap_ratio, mean_ratio
from oracle.intervals import Interval, bootstrap_interval, cluster_interval, ratio_interval
from oracle.mckp import MckpSolution, solve_mckp
from oracle.paired import Aligned, PairedDifference, align, holm, paired_difference, paired_gap_difference
from oracle.replay import Attempts, equal_share_replay, share_threshold
from oracle.spearman import Spearman, spearman_exact
from oracle.value import Bracket, bracket, oracle_value

__all__ = [
    "GRID",
    "Aligned",
    "Attempts",
    "Bracket",
    "Calibration",
    "ContestScores",
    "Gap",
    "Interval",
    "MckpSolution",
    "PairedDifference",
    "RatioMean",
    "Spearman",
    "align",
    "bootstrap_interval",
    "bracket",
    "calibrate",
    "cell_gap",
    "cluster_interval",
    "contest_scores",
    "equal_share_replay",
    "gap_ratio",
    "holm",
    "level_costs",
    "mean_ratio",
    "oracle_value",
    "paired_difference",
    "paired_gap_difference",
    "ratio_interval",
    "response_curves",
    "share_of",
    "share_threshold",
    "solve_mckp",
    "spearman_exact",
]

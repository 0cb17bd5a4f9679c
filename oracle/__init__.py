"""Records in, numbers and plots out: curves, replay, oracle, gap, their statistics. Pure functions on arrays."""

from __future__ import annotations

from oracle.analysis import CellReport, Options, analyze, calibration_of
from oracle.calibration import GRID, Calibration, calibrate, level_costs, share_of
from oracle.curves import response_curves
from oracle.decomposition import Decomposition, decompose_gap
from oracle.frontier import Frontier, budget_frontier
from oracle.gap import ContestScores, Gap, RatioMean, cell_gap, contest_scores, gap_ratio, mean_ratio
from oracle.intervals import Interval, bootstrap_interval, cluster_interval, ratio_interval
from oracle.mckp import MckpSolution, solve_mckp
from oracle.paired import Aligned, PairedDifference, align, holm, paired_difference, paired_gap_difference
from oracle.planning import (
    Components,
    Design,
    gap_influence,
    plan_power,
    plan_width,
    power_of,
    variance_components,
)
from oracle.records import Records, load
from oracle.replay import Attempts, equal_share_replay, share_threshold
from oracle.simulation import estimator_bias, simulate_outcomes, true_oracle
from oracle.spearman import Spearman, spearman_exact
from oracle.value import Bracket, bracket, oracle_value

__all__ = [
    "GRID",
    "Aligned",
    "Attempts",
    "Bracket",
    "Calibration",
    "CellReport",
    "Components",
    "ContestScores",
    "Decomposition",
    "Design",
    "Frontier",
    "Gap",
    "Interval",
    "MckpSolution",
    "Options",
    "PairedDifference",
    "RatioMean",
    "Records",
    "Spearman",
    "align",
    "analyze",
    "bootstrap_interval",
    "bracket",
    "budget_frontier",
    "calibrate",
    "calibration_of",
    "cell_gap",
    "cluster_interval",
    "contest_scores",
    "decompose_gap",
    "equal_share_replay",
    "estimator_bias",
    "gap_influence",
    "gap_ratio",
    "holm",
    "level_costs",
    "load",
    "mean_ratio",
    "oracle_value",
    "paired_difference",
    "paired_gap_difference",
    "plan_power",
    "plan_width",
    "power_of",
    "ratio_interval",
    "response_curves",
    "share_of",
    "share_threshold",
    "simulate_outcomes",
    "solve_mckp",
    "spearman_exact",
    "true_oracle",
    "variance_components",
]

"""Records in, numbers and plots out: curves, replay, oracle, gap, their statistics. Pure functions on arrays."""

from __future__ import annotations

from oracle.calibration import GRID, Calibration, calibrate, level_costs, share_of
from oracle.curves import response_curves
from oracle.gap import ContestScores, Gap, RatioMean, cell_gap, contest_scores, gap_ratio, mean_ratio
from oracle.mckp import MckpSolution, solve_mckp
from oracle.replay import Attempts, equal_share_replay, share_threshold

__all__ = [
    "GRID",
    "Attempts",
    "Calibration",
    "ContestScores",
    "Gap",
    "MckpSolution",
    "RatioMean",
    "calibrate",
    "cell_gap",
    "contest_scores",
    "equal_share_replay",
    "gap_ratio",
    "level_costs",
    "mean_ratio",
    "response_curves",
    "share_of",
    "share_threshold",
    "solve_mckp",
]

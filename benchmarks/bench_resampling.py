"""Time to value and resample one cell: 50 contests, 10,000 resamples, every estimator of the oracle: seconds."""

from __future__ import annotations

import statistics
import time

import numpy as np

from oracle import cluster_interval, oracle_value, ratio_interval, simulate_outcomes
from oracle.simulation import UNIT_COSTS, logistic_curves

CONTESTS, RESAMPLES, ROUNDS = 50, 10_000, 3
METHODS = ("plugin", "cross-fitted", "isotonic", "calibrated", "posterior")


def cell(rng: np.random.Generator, floor: float) -> tuple[np.ndarray, np.ndarray]:
    """Outcomes (50, 6, 6, 5) and contest scores (50, 5)."""
    curves = logistic_curves(rng.uniform(0, 6, (CONTESTS, 6)), 2.0, 0.9, floor)
    return simulate_outcomes(curves, 5, rng), rng.binomial(6, 0.3, (CONTESTS, 5)).astype(float)


def main() -> None:
    """Print the time of each estimator with its two intervals (oracle and GapRatio), and the total."""
    for name, floor in (("synthetic level 0", 0.0), ("measured level 0", 0.3)):
        outcomes, scores = cell(np.random.default_rng(0), floor)
        total = 0.0
        for method in METHODS:
            times = []
            for _ in range(ROUNDS):
                start = time.perf_counter()
                values = oracle_value(outcomes, UNIT_COSTS, 16, method)
                for kind in ("percentile", "bca"):
                    cluster_interval(values, rng=1, method=kind, n_boot=RESAMPLES)
                    ratio_interval(scores, values, rng=1, method=kind, n_boot=RESAMPLES)
                times.append(time.perf_counter() - start)
            total += statistics.median(times)
            print(f"{name:18s} {method:13s} {statistics.median(times):6.2f} s")
        print(f"{name:18s} {'all':13s} {total:6.2f} s (target 20)")


if __name__ == "__main__":
    main()

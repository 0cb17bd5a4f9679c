"""Time of `oracle.solve_mckp` on 50,000 contests (6 problems × 6 levels, one geometric grid).

Target for shared costs: 25 µs a contest.
"""

from __future__ import annotations

import statistics
import time

import numpy as np

from oracle import level_costs, share_of, solve_mckp

CONTESTS, MEAN_USE, ROUNDS = 50_000, 95_803, 5


def main() -> None:
    """Print medians for integer counts, rates, and costs given for each contest."""
    rng = np.random.default_rng(0)
    costs = level_costs(MEAN_USE)
    counts = rng.integers(0, 6, (CONTESTS, 6, 6))
    counts[..., 0] = 0
    few = slice(0, 2_000)
    own = np.repeat(
        costs * rng.integers(1, 3, (2_000, 1, 1)), 6, axis=1
    )  # a grid of its own for each contest
    for pressure in (0.2, 0.8):
        budget = share_of(MEAN_USE, pressure)
        for name, values, grid in (
            ("counts, shared costs", counts, costs),
            ("rates, shared costs", counts / 5, costs),
            ("counts, own costs", counts[few], own),
        ):
            times = []
            for _ in range(ROUNDS):
                start = time.perf_counter()
                solve_mckp(values, grid, budget)
                times.append((time.perf_counter() - start) / len(values) * 1e6)
            print(f"rho {pressure}  {name:22s} {statistics.median(times):7.2f} µs a contest")


if __name__ == "__main__":
    main()

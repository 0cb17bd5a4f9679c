"""The oracle from plain arrays: curves, knapsack, bracket and interval, without any run store.

Run: ``python examples/oracle_by_hand.py``.
"""

from __future__ import annotations

import numpy as np

import oracle


def main() -> None:
    """Fifty made-up contests of six problems, five levels beside level 0, five repeats."""
    rng = np.random.default_rng(0)
    costs = np.array([0, 5, 10, 20, 40, 80])
    midpoint = rng.uniform(5, 120, size=(50, 6, 1, 1))
    chance = 1 / (1 + np.exp(-(costs[:, None] - midpoint) / 8))
    outcomes = (rng.random((50, 6, 6, 5)) < chance).astype(int)
    outcomes[:, :, 0] = 0
    for budget in (20, 80):
        plugin = oracle.oracle_value(outcomes, costs, budget)
        low, high = oracle.bracket(outcomes, costs, budget)
        interval = oracle.cluster_interval(plugin, rng=0)
        print(
            f"budget {budget}: oracle {plugin.mean():.2f} [{interval.low:.2f}, {interval.high:.2f}]", end=" "
        )
        best = oracle.oracle_value(outcomes, costs, budget, "best").mean()
        print(f"bracket ({low:.2f} – {high:.2f}), best {best:.2f}")


if __name__ == "__main__":
    main()

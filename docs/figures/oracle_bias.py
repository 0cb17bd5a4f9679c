"""Draws ``oracle_bias.svg``: bias of every oracle estimator for K = 2 … 50. Run: python docs/figures/oracle_bias.py.

Cells of 50 contests with known curves, played again with fresh noise; bias is the mean of estimate − truth in
answers a contest. Takes some minutes; `--cells 1` gives a rough picture at once.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from oracle import estimator_bias
from oracle.simulation import UNIT_COSTS, logistic_curves, six_curves

REPEATS = (2, 3, 5, 10, 20, 50)
METHODS = {"plugin": "C3", "cross-fitted": "C0", "isotonic": "C1", "calibrated": "C2", "posterior": "C4"}
BUDGETS = {4: "ρ = 0.2", 16: "ρ = 0.8"}
CONTESTS = 50


def families(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """True curves of a cell, shape (50, 6, 6), by the name in the figure."""
    shape = (CONTESTS, 6)
    steps = rng.random((*shape, 6))
    steps[..., 0] = 0.0
    return {
        "six logistic curves": np.broadcast_to(six_curves(), (*shape, 6)),
        "random, with ceilings": logistic_curves(
            rng.uniform(0, 6, shape), rng.uniform(0.7, 3, shape), rng.beta(3, 1.5, shape)
        ),
        "measured level 0": logistic_curves(
            rng.uniform(0, 6, shape), 2.0, rng.uniform(0.7, 1, shape), rng.uniform(0, 0.6, shape)
        ),
        "no order at all": steps,
    }


def main() -> None:
    """Simulate, print the table and write the figure beside this script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=4, help="simulated cells for each point")
    cells = parser.parse_args().cells
    mpl.rcParams["svg.hashsalt"] = "oracle_bias"
    rng = np.random.default_rng(7)
    curves = families(rng)
    figure, axes = plt.subplots(len(BUDGETS), len(curves), figsize=(13, 6), sharex=True, sharey=True)
    for row, (budget, pressure) in enumerate(BUDGETS.items()):
        for axis, (family, truth) in zip(axes[row], curves.items(), strict=True):
            biases = [
                estimator_bias(truth, UNIT_COSTS, budget, k, list(METHODS), rng=rng, cells=cells)
                for k in REPEATS
            ]
            for method, colour in METHODS.items():
                line = [bias[method] for bias in biases]
                axis.plot(REPEATS, line, marker="o", markersize=3, color=colour, label=method)
                print(f"{family:22s} {pressure} {method:13s}", *(f"{b:+.2f}" for b in line), flush=True)
            axis.axhspan(-0.05, 0.05, color="0.9", zorder=0)
            axis.axhline(0, color="0.5", linewidth=0.8)
            axis.set(xscale="log", title=f"{family}, {pressure}", xticks=REPEATS, ylim=(-1.0, 1.3))
            axis.set_xticks(REPEATS, [str(k) for k in REPEATS])
            axis.minorticks_off()
    for axis in axes[-1]:
        axis.set_xlabel("repeats K")
    for axis in axes[:, 0]:
        axis.set_ylabel("bias, answers a contest")
    axes[0, 0].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(Path(__file__).with_suffix(".svg"), metadata={"Date": None})


if __name__ == "__main__":
    main()

"""Figures over a budget: response curves and the frontier. Each also in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from oracle.report.axes import label, legend, schedulers
from oracle.report.build import Group, Report
from oracle.report.palette import DASHES, EQUAL, INK, MARKERS, ORACLE, SERIES
from oracle.report.text import short

TIER_COLOURS = {"all": INK, "easy": SERIES[2], "medium": SERIES[4], "hard": SERIES[1]}
POINT_COLOURS = (SERIES[0], SERIES[1], SERIES[4], SERIES[5])


def response(ax: Any, group: Group, unit: str) -> None:
    """Success rate at each level by tier; levels are evenly spaced, so that equal costs stay apart."""
    at = np.arange(len(group.costs))
    for order, (name, rates) in enumerate(group.rates.items()):
        ax.plot(
            at,
            rates,
            marker=MARKERS[order],
            color=TIER_COLOURS[name],
            linestyle=DASHES[order],
            label=f"{name} ({group.problems[name]})",
            linewidth=2.0 if name == "all" else 1.4,
        )
    ax.set_xticks(at, [f"{cost:g}" for cost in group.costs])
    ax.set_ylim(-0.03, 1.03)
    ax.set_xlabel(f"budget of a problem alone ({unit})")
    ax.set_ylabel("success rate")
    legend(ax, 4)


def response_alt(group: Group, unit: str) -> str:
    """The curve of all problems in words."""
    rates = ", ".join(
        f"{100 * r:.0f} % at {c:g}" for c, r in zip(group.costs, group.rates["all"], strict=True)
    )
    return f"Response curve over all problems: {rates} {unit}; {group.repeats} runs of a problem at a level."


def frontier(ax: Any, group: Group, report: Report, unit: str) -> None:
    """Oracle and equal share over the shared budget, contests as points with their intervals."""
    f = group.frontier
    ax.plot(f.budgets, f.oracle, drawstyle="steps-post", color=ORACLE, label="oracle")
    if f.replay is not None:
        ax.plot(
            f.budgets, f.replay, drawstyle="steps-post", color=EQUAL, linestyle=DASHES[1], label="equal share"
        )
    guards = schedulers(report, group)
    for row in group.cells:
        c = report.cells[row]
        if not report.headline(c):
            continue
        order = guards.index(c.cell.scheduler)
        # Points of several schedulers at one budget stand side by side.
        x = c.budget + 0.014 * float(f.budgets[-1]) * (order - (len(guards) - 1) / 2)
        colour, name = POINT_COLOURS[order % len(POINT_COLOURS)], short(c.cell.scheduler)
        low, high = c.contest_interval.low, c.contest_interval.high
        if low is not None and high is not None:
            ax.plot([x, x], [low, high], color=colour, linewidth=1.1)
        shown = f"contest, {name}" if len(guards) > 1 else "contest"
        ax.plot([x], [c.contest], MARKERS[order % len(MARKERS)], color=colour, label=shown)
    ax.set_xlim(left=0)
    ax.set_ylim(bottom=0)
    ax.set_xlabel(f"shared budget of a contest ({unit})")
    ax.set_ylabel("problems solved")
    handles, names = ax.get_legend_handles_labels()
    once = dict(zip(names, handles, strict=True))
    legend(ax, 3 if len(once) < 4 else 2, handles=list(once.values()), labels=list(once))


def frontier_alt(group: Group, report: Report, unit: str) -> str:
    """The frontier in words."""
    f = group.frontier
    points = "; ".join(
        f"contest {label(c.cell)} at {c.budget:g}: {c.contest:.2f}"
        for c in (report.cells[row] for row in group.cells)
        if report.headline(c)
    )
    return (
        f"From 0 to {f.budgets[-1]:g} {unit} the oracle rises from {f.oracle[0]:.2f} to {f.oracle[-1]:.2f} "
        f"problems. {points}."
    )

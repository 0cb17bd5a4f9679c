"""The map of coverage and update rate, and the same in words."""

from __future__ import annotations

from typing import Any

from oracle.diagnostics import QUADRANTS
from oracle.report.axes import legend
from oracle.report.build import Report
from oracle.report.palette import DASHES, MARKERS, MUTED, PAPER, SERIES
from oracle.report.tables import SETTING_NAMES
from oracle.report.text import short


def located(report: Report) -> list[dict[str, Any]]:
    """Policies whose place is known at least in part; floors only where there is nobody else."""
    nothing = ([0.0, 0.0], [1.0, 1.0])
    known = [q for q in report.diagnostics["quadrants"] if q["low"] is not None]
    known = [q for q in known if (q["low"], q["high"]) != nothing]
    with_curves = {g.policy for g in report.groups}
    return [q for q in known if q["policy"] in with_curves] or known


def quadrants(ax: Any, report: Report) -> None:
    """Each policy as a box from what is true for certain to what is not false."""
    from matplotlib.patches import Rectangle

    known = located(report)
    for (wide, updating), name in QUADRANTS.items():
        x, y = (0.75 if wide else 0.25), (0.75 if updating else 0.25)
        paper = {"facecolor": PAPER, "linewidth": 0, "pad": 1.0}
        ax.text(x, y, name.replace(" ", "\n"), color=MUTED, ha="center", va="center", fontsize=8, bbox=paper)
    ax.axvline(0.5, color=MUTED, linewidth=0.8)
    ax.axhline(0.5, color=MUTED, linewidth=0.8)
    for order, q in enumerate(known):
        # Equal places are moved apart by less than a marker's width.
        shift = 0.014 * (order - (len(known) - 1) / 2)
        (x1, y1), (x2, y2) = q["low"], q["high"]
        colour = SERIES[order % len(SERIES)]
        box = Rectangle((x1 + shift, y1), x2 - x1, y2 - y1, fill=False, edgecolor=colour, linewidth=1.3)
        box.set_linestyle(DASHES[order // len(SERIES) % len(DASHES)])  # type: ignore[arg-type]
        ax.add_patch(box)
        setting = SETTING_NAMES.get(q["setting"], q["setting"])
        ax.plot(
            [x1 + shift, x2 + shift],
            [y1, y2],
            MARKERS[order % len(MARKERS)],
            color=colour,
            label=f"{short(q['policy'])} · {setting} · {short(q['scheduler'])}",
        )
    ax.set_xlim(-0.05, 1.05)
    ax.set_ylim(-0.05, 1.05)
    ax.set_xlabel("coverage (C⁻ to C⁺)")
    ax.set_ylabel("update rate (R⁻ to R⁺)")
    legend(ax, 1)


def quadrants_alt(report: Report) -> str:
    """The quadrants in words."""
    said = []
    for q in located(report):
        name = q["name"] if q["settled"] else f"{q['name']} or {q['name_high']}"
        said.append(f"{q['policy']} {q['scheduler']}: {name}")
    return "; ".join(said) + "."

"""Colours of the figures, each with the CSS variable that takes its place on the page.

The six series colours are told apart by readers with the common colour-vision deficiencies (after Okabe and
Ito), and every series also differs in marker or dash.
"""

from __future__ import annotations

INK = "#1d2330"
MUTED = "#667085"
LINE = "#d9dde5"
PAPER = "#fefefe"
SERIES = ("#0067a5", "#c2540a", "#00836a", "#8a4f9e", "#a07800", "#5b6474")
CONTEST, MISS, ORACLE, EQUAL = SERIES[0], SERIES[1], SERIES[2], SERIES[3]
FLOOR = SERIES[5]
ORACLE_FILL = "#d8ebe6"
SKY = "#7fb2d6"

VARIABLES = {
    INK: "--ink",
    MUTED: "--muted",
    LINE: "--line",
    PAPER: "--paper",
    ORACLE_FILL: "--oracle-fill",
    SKY: "--sky",
    **{colour: f"--c{number}" for number, colour in enumerate(SERIES, 1)},
}
"""Colour of a file to the variable of the page's style sheet."""

MARKERS = ("o", "s", "^", "D", "v", "P")
DASHES = ("solid", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))

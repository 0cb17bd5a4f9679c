"""The headline table of the terminal: the report's own, with the cells' data for ``--json``."""

from __future__ import annotations

from collections.abc import Sequence

from oracle.analysis import CellReport
from oracle.report.tables import headline_of
from r3env.cli.common import Table


def cells_table(cells: Sequence[CellReport], count_unresolved: bool) -> Table:
    """One row for each cell, floors last."""
    grid = headline_of(cells, count_unresolved)
    return Table(grid.columns, list(grid.rows), notes=list(grid.notes), data=[c.to_dict() for c in cells])

"""Distances and regions on grids: breadth-first search, layer by layer, with every cell named."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable

Working = Generator[str, None, str]
Cell = tuple[int, int]
Grid = list[list[str]]


def _rows(text: str, cell: str = r"\d") -> Grid:
    """The last block of lines that are cells separated by single blanks."""
    blocks = re.findall(rf"(?:^{cell}(?: {cell})*[ ]*(?:\n|\Z))+", text, re.MULTILINE)
    return [line.split() for line in blocks[-1].strip().splitlines()]


def _neighbours(grid: Grid, cell: Cell) -> list[Cell]:
    """Cells above, below, left and right that lie on the grid."""
    r, c = cell
    near = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    return [(i, j) for i, j in near if 0 <= i < len(grid) and 0 <= j < len(grid[i])]


def _named(cells: Iterable[Cell]) -> str:
    return " ".join(f"{r},{c}" for r, c in cells)


def _layers(grid: Grid, start: list[Cell], free: set[str]) -> Generator[str, None, dict[Cell, int]]:
    """Breadth-first distances from ``start`` through cells whose sign is in ``free``; one line a layer."""
    distance = dict.fromkeys(start, 0)
    layer = start
    while layer:
        step = distance[layer[0]] + 1
        found: list[Cell] = []
        for cell in layer:
            for near in _neighbours(grid, cell):
                if near not in distance and grid[near[0]][near[1]] in free:
                    distance[near] = step
                    found.append(near)
        if found:
            yield f"{step} steps: {_named(found)}"
        layer = found
    return distance


def _where(grid: Grid, sign: str) -> list[Cell]:
    return [(r, c) for r, row in enumerate(grid) for c, value in enumerate(row) if value == sign]


def binary_matrix(text: str) -> Working:
    """Distance to the nearest 0: breadth-first search from all zeros at once."""
    grid = _rows(text)
    distance = yield from _layers(grid, _where(grid, "0"), {"1"})
    return "\n".join(
        " ".join(str(distance.get((r, c), -1)) for c in range(len(row))) for r, row in enumerate(grid)
    )


def rotten_oranges(text: str) -> Working:
    """Minutes until all is rotten: breadth-first search from all rotten oranges; -1 if one is not reached."""
    grid = _rows(text)
    distance = yield from _layers(grid, _where(grid, "2"), {"1"})
    unreached = [cell for cell in _where(grid, "1") if cell not in distance]
    if unreached:
        yield f"never reached: {_named(unreached)}"
        return "-1"
    return str(max(distance.values(), default=0))


def largest_island(text: str) -> Working:
    """Flood every island of ones in reading order and keep the largest area."""
    grid = _rows(text)
    seen: set[Cell] = set()
    best = 0
    for cell in _where(grid, "1"):
        if cell in seen:
            continue
        island = yield from _layers(grid, [cell], {"1"})
        seen.update(island)
        best = max(best, len(island))
        yield f"island at {_named([cell])}: area {len(island)}, largest {best}"
    return str(best)


def maze(text: str) -> Working:
    """Fewest steps from start to goal: breadth-first search through passages."""
    start, goal = re.findall(r"from '(.)' \(start\) to '(.)' \(goal\)", text)[-1]
    passage = re.findall(r"'(.)' = Passage", text)[-1]
    grid = [list(line) for line in re.findall(r"```\n(.*?)\n```", text, re.DOTALL)[-1].splitlines()]
    distance = yield from _layers(grid, _where(grid, start), {passage, goal})
    ends = [distance[cell] for cell in _where(grid, goal) if cell in distance]
    return str(min(ends)) if ends else "infeasible"


def shortest_path(text: str) -> Working:
    """Directions of a shortest path: breadth-first search from the start, then back from the goal."""
    grid = _rows(text, "[OX*#]")
    distance = yield from _layers(grid, _where(grid, "*"), {"O", "#"})
    cell = _where(grid, "#")[0]
    if cell not in distance:
        yield "the goal is not reached"
        return "infeasible"
    names = {(1, 0): "down", (-1, 0): "up", (0, 1): "right", (0, -1): "left"}
    path: list[str] = []
    while distance[cell]:
        before = next(n for n in _neighbours(grid, cell) if distance.get(n) == distance[cell] - 1)
        path.append(names[cell[0] - before[0], cell[1] - before[1]])
        yield f"{_named([cell])} comes from {_named([before])}"
        cell = before
    return " ".join(reversed(path))


FAMILIES = {
    "binary_matrix": (r"distance of the nearest 0", binary_matrix),
    "rotten_oranges": (r"fresh orange", rotten_oranges),
    "largest_island": (r"maximum area of an island", largest_island),
    "maze": (r"from '.' \(start\) to '.' \(goal\)", maze),
    "shortest_path": (r"shortest path from \* to #", shortest_path),
}

"""Constraint puzzles: number squares, queens, colourings, letter sums, orders, liars, self-counting lists."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Callable, Generator
from itertools import product
from json import dumps

Working = Generator[str, None, str]
Cell = tuple[int, int]
Domains = dict[Cell, set[int]]
Pair = tuple[Cell, Cell, Callable[[int, int], bool]]


def _assign(domains: Domains, pairs: dict[Cell, list[Pair]], cell: Cell, value: int) -> Domains | None:
    """Set a cell and propagate: a value stays only while some value of every neighbour allows it."""
    after = {k: set(v) for k, v in domains.items()}
    after[cell] = {value}
    queue = [cell]
    while queue:
        here = queue.pop()
        for one, other, allowed in pairs[here]:
            kept = {v for v in after[other] if any(allowed(u, v) for u in after[one])}
            if not kept:
                return None
            if kept != after[other]:
                after[other] = kept
                queue.append(other)
    return after


def _narrowed(before: Domains, after: Domains, cell: Cell) -> str:
    """One line: the cell that was set, and every cell whose values it narrowed."""
    others = (
        f"{r + 1},{c + 1} in {''.join(map(str, sorted(v)))}"
        for (r, c), v in after.items()
        if v != before[r, c] and (r, c) != cell
    )
    return f"{cell[0] + 1},{cell[1] + 1} = {min(after[cell])}: {'; '.join(others)}"


def _fill(domains: Domains, pairs: dict[Cell, list[Pair]]) -> Generator[str, None, Domains | None]:
    """Backtracking: the open cell with fewest values first; a line for every placement and every retreat."""
    open_cells = [cell for cell, values in domains.items() if len(values) > 1]
    if not open_cells:
        return domains
    cell = min(open_cells, key=lambda c: (len(domains[c]), c))
    for value in sorted(domains[cell]):
        after = _assign(domains, pairs, cell, value)
        if after is None:
            yield f"{cell[0] + 1},{cell[1] + 1} = {value}: no"
            continue
        fixed = [
            f"{r + 1},{c + 1}={min(v)}" for (r, c), v in after.items() if len(v) == 1 < len(domains[r, c])
        ]
        yield f"{cell[0] + 1},{cell[1] + 1} = {value}: then {' '.join(fixed)}"
        solved = yield from _fill(after, pairs)
        if solved is not None:
            return solved
        yield f"back to {cell[0] + 1},{cell[1] + 1}"
    return None


def _square(
    given: list[list[int]], units: list[list[Cell]], less: list[tuple[Cell, Cell]]
) -> Generator[str, None, list[list[int]]]:
    """Fill a square (0: blank) with 1 … n so that each unit holds different values and each ``less`` rises."""
    size = len(given)
    cells = [(r, c) for r in range(size) for c in range(size)]
    pairs: dict[Cell, list[Pair]] = {cell: [] for cell in cells}
    for a, b in {(a, b) for unit in units for a in unit for b in unit if a != b}:
        pairs[a].append((a, b, int.__ne__))
    for a, b in less:
        pairs[a].append((a, b, int.__lt__))
        pairs[b].append((b, a, int.__gt__))
    domains: Domains = {cell: set(range(1, size + 1)) for cell in cells}
    for r, c in cells:
        if given[r][c]:
            after = _assign(domains, pairs, (r, c), given[r][c])
            if after is None:
                raise ValueError("the given cells contradict one another")
            yield _narrowed(domains, after, (r, c))
            domains = after
    solved = yield from _fill(domains, pairs)
    if solved is None:
        raise ValueError("the puzzle has no solution")
    return [[min(solved[r, c]) for c in range(size)] for r in range(size)]


def _lines(size: int) -> list[list[Cell]]:
    rows = [[(r, c) for c in range(size)] for r in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def sudoku(text: str) -> Working:
    """Propagate given cells through rows, columns and boxes, then try the tightest cell."""
    lines = re.findall(r"^[\d_](?: [\d_])+ *$", text, re.MULTILINE)
    given = [[0 if s == "_" else int(s) for s in line.split()] for line in lines]
    size, side = len(given), round(len(given) ** 0.5)
    boxes = [
        [(r + i, c + j) for i in range(side) for j in range(side)]
        for r in range(0, size, side)
        for c in range(0, size, side)
    ]
    solved = yield from _square(given, _lines(size) + boxes, [])
    return "\n".join(" ".join(map(str, row)) for row in solved)


def futoshiki(text: str) -> Working:
    """As in a sudoku without boxes, and with the signs between cells as further constraints."""
    size = int(re.findall(r"(\d+)x\d+ Futoshiki", text)[0])
    body = text.partition("puzzle:")[2].strip("\n").partition("\nEnsure")[0].split("\n")[: 2 * size - 1]
    width = 4 * size - 3
    rows = [line.ljust(width)[:width] for line in body]
    given = [
        [0 if rows[2 * r][4 * c] == "_" else int(rows[2 * r][4 * c]) for c in range(size)]
        for r in range(size)
    ]
    less: list[tuple[Cell, Cell]] = []
    for r, c in product(range(size), repeat=2):
        here, right, below = (r, c), (r, c + 1), (r + 1, c)
        across = rows[2 * r][4 * c + 2] if c + 1 < size else " "
        down = rows[2 * r + 1][4 * c] if r + 1 < size else " "
        less += {"<": [(here, right)], ">": [(right, here)]}.get(across, [])
        less += {"∧": [(here, below)], "∨": [(below, here)]}.get(down, [])
    solved = yield from _square(given, _lines(size), less)
    for r, c in product(range(size), repeat=2):
        line = rows[2 * r]
        rows[2 * r] = line[: 4 * c] + str(solved[r][c]) + line[4 * c + 1 :]
    return "\n".join(rows)


def n_queens(text: str) -> Working:
    """One queen a row, left to right; step back when a row has no safe square."""
    board = [line.split() for line in re.findall(r"^[_Q](?: [_Q])+ *$", text, re.MULTILINE)]
    size = len(board)
    fixed = {r: row.index("Q") for r, row in enumerate(board) if "Q" in row}

    def place(row: int, queens: dict[int, int]) -> Generator[str, None, dict[int, int] | None]:
        if row == size:
            return queens
        if row in queens:
            return (yield from place(row + 1, queens))
        for column in range(size):
            if all(c != column and abs(c - column) != abs(r - row) for r, c in queens.items()):
                yield f"row {row + 1}: column {column + 1}"
                found = yield from place(row + 1, {**queens, row: column})
                if found is not None:
                    return found
        yield f"row {row + 1}: no square, back"
        return None

    queens = yield from place(0, fixed)
    if queens is None:
        raise ValueError("the board cannot be completed")
    return "\n".join(" ".join("Q" if queens[r] == c else "_" for c in range(size)) for r in range(size))


def graph_color(text: str) -> Working:
    """Colour vertices in order with the first colour that no coloured neighbour has; step back if stuck."""
    vertices, edges, colors = (
        literal_eval(re.findall(rf"^{name}: (\[.*\])", text, re.MULTILINE)[-1])
        for name in ("Vertices", "Edges", "Possible colors")
    )
    near: dict[int, set[int]] = {v: set() for v in vertices}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)

    def color(index: int, chosen: dict[int, int]) -> Generator[str, None, dict[int, int] | None]:
        if index == len(vertices):
            return chosen
        vertex = vertices[index]
        for shade in colors:
            if all(chosen.get(n) != shade for n in near[vertex]):
                yield f"{vertex}: color {shade}"
                found = yield from color(index + 1, {**chosen, vertex: shade})
                if found is not None:
                    return found
        yield f"{vertex}: none left, back"
        return None

    chosen = yield from color(0, {})
    if chosen is None:
        raise ValueError("too few colours")
    return dumps({str(v): chosen[v] for v in vertices})


def cryptarithm(text: str) -> Working:
    """One linear equation over digits: weigh every letter, fix the heaviest first, bound what the rest can do."""
    drawn = re.findall(r"^[ +]*([A-Z]+) *$", text.partition("cryptarithm:")[2], re.MULTILINE)
    *addends, total = drawn
    weight: dict[str, int] = {}
    for word, sign in [*((w, 1) for w in addends), (total, -1)]:
        for place, letter in enumerate(reversed(word)):
            weight[letter] = weight.get(letter, 0) + sign * 10**place
    letters = sorted(weight, key=lambda x: -abs(weight[x]))
    leading = {word[0] for word in drawn}
    yield "weights: " + ", ".join(f"{x} {weight[x]}" for x in letters)

    def search(index: int, value: int, free: list[int]) -> Generator[str, None, dict[str, int] | None]:
        if index == len(letters):
            return {} if value == 0 else None
        rest = letters[index:]
        gains = sorted(weight[x] for x in rest)
        # Rearrangement inequality: the extreme sums pair sorted weights with sorted digits.
        low = sum(g * d for g, d in zip((g for g in gains if g < 0), free[::-1], strict=False))
        low += sum(g * d for g, d in zip((g for g in gains[::-1] if g > 0), free, strict=False))
        high = sum(g * d for g, d in zip((g for g in gains if g < 0), free, strict=False))
        high += sum(g * d for g, d in zip((g for g in gains[::-1] if g > 0), free[::-1], strict=False))
        if not low <= -value <= high:
            return None
        letter = letters[index]
        for digit in free:
            if digit == 0 and letter in leading:
                continue
            if index < 3:
                yield f"{'  ' * index}{letter} = {digit}"
            left = [d for d in free if d != digit]
            found = yield from search(index + 1, value + weight[letter] * digit, left)
            if found is not None:
                return {letter: digit, **found}
        return None

    solved = yield from search(0, 0, list(range(10)))
    if solved is None:
        raise ValueError("no digits fit")
    return ",".join(f"{x}={solved[x]}" for x in sorted(solved))


def course_schedule(text: str) -> Working:
    """Take courses with no open prerequisite until none is left, or only a cycle is."""
    count = int(re.findall(r"total of (\d+) courses", text)[0])
    needs: dict[int, set[int]] = {n: set() for n in range(count)}
    for course, before in literal_eval(re.findall(r"^(\[\(.*\)\]|\[\])$", text, re.MULTILINE)[-1]):
        needs.setdefault(course, set()).add(before)
    while free := sorted(course for course, open_needs in needs.items() if not open_needs):
        yield f"take {', '.join(map(str, free))}"
        needs = {c: open_needs - set(free) for c, open_needs in needs.items() if c not in free}
    if needs:
        yield f"left over: {', '.join(map(str, needs))}"
    return str(not needs)


FAMILIES: dict[str, tuple[str, Callable[[str], Working]]] = {
    "mini_sudoku": (r"4x4 Mini Sudoku puzzle", sudoku),
    "sudoku": (r"Solve this Sudoku puzzle", sudoku),
    "futoshiki": (r"\d+x\d+ Futoshiki puzzle", futoshiki),
    "n_queens": (r"place \d+ queen", n_queens),
    "graph_color": (r"^Possible colors: ", graph_color),
    "cryptarithm": (r"Solve this cryptarithm:", cryptarithm),
    "course_schedule": (r"total of \d+ courses you have to take", course_schedule),
}

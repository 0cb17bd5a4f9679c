"""Whole matrices: rotations, mirrors, spirals, pooling, and the game of life, written out step by step."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator
from fractions import Fraction

Working = Generator[str, None, str]
Matrix = list[list[int]]


def _blocks(text: str) -> list[Matrix]:
    """Blocks of lines that hold only integers."""
    blocks = re.findall(r"(?:^-?\d+(?: -?\d+)*[ ]*(?:\n|\Z))+", text, re.MULTILINE)
    return [[[int(n) for n in line.split()] for line in b.strip().splitlines()] for b in blocks]


def _lines(matrix: Matrix) -> list[str]:
    return [" ".join(map(str, row)) for row in matrix]


def _turn(matrix: Matrix) -> Matrix:
    """A quarter turn clockwise: columns, read upwards, become rows."""
    return [list(column) for column in zip(*reversed(matrix), strict=True)]


def rotate_matrix(text: str) -> Working:
    """As many quarter turns as the angle holds, modulo a full turn; each one is written out."""
    degrees = int(re.findall(r"by (\d+) degrees", text)[-1])
    matrix = _blocks(text)[-1]
    for turn in range(degrees % 360 // 90):
        matrix = _turn(matrix)
        yield f"after {90 * (turn + 1)} degrees:"
        yield from _lines(matrix)
    return "\n".join(_lines(matrix))


def spiral_matrix(text: str) -> Working:
    """Take the top row off, turn the rest a quarter anticlockwise, and repeat."""
    rest = _blocks(text)[-1]
    taken: list[int] = []
    while rest:
        side, *rest = rest
        yield " ".join(map(str, side))
        taken += side
        rest = [list(column) for column in zip(*rest, strict=True)][::-1]
    return " ".join(map(str, taken))


def pool_matrix(text: str) -> Working:
    """Maximum or average of every square of the kernel's size, those cut by the border included."""
    kind, size = re.findall(r"Perform (max|average) pooling .* kernel size of (\d+)", text)[-1]
    matrix, step = _blocks(text)[-1], int(size)
    pooled: list[str] = []
    for top in range(0, len(matrix), step):
        row: list[str] = []
        for left in range(0, len(matrix[0]), step):
            values = [v for line in matrix[top : top + step] for v in line[left : left + step]]
            mean = Fraction(sum(values), len(values))
            row.append(str(max(values)) if kind == "max" else f"{float(mean):.2f}")
            yield f"{kind} of {' '.join(map(str, values))} = {row[-1]}"
        pooled.append(" ".join(row))
    return "\n".join(pooled)


def _transform(matrix: Matrix, order: str) -> Matrix:
    """One operation in words, applied to a matrix; rows and columns are counted from 1."""
    numbers = [int(n) for n in re.findall(r"\d+", order)]
    if "Rotate" in order:
        for _ in range(numbers[0] % 360 // 90):
            matrix = _turn(matrix)
        return matrix
    if "counterdiagonal" in order:
        return _turn(matrix)[::-1]
    if "diagonal" in order:
        return [list(column) for column in zip(*matrix, strict=True)]
    if "Horizontally mirror" in order:
        return matrix[::-1]
    if "Vertically mirror" in order:
        return [row[::-1] for row in matrix]
    if "Map each" in order:
        return [[numbers[1] if v == numbers[0] else v for v in row] for row in matrix]
    if "divisible" in order:
        return [[0 if v % numbers[0] == 0 else v for v in row] for row in matrix]
    if "Crop" in order:
        top, bottom, left, right = numbers[:4]
        return [row[left - 1 : right] for row in matrix[top - 1 : bottom]]
    if "row" in order:
        return [row for r, row in enumerate(matrix, 1) if r % numbers[0]]
    if "column" in order:
        return [[v for c, v in enumerate(row, 1) if c % numbers[0]] for row in matrix]
    if "Identity" in order:
        return matrix
    raise ValueError(f"unknown operation: {order}")


def manipulate_matrix(text: str) -> Working:
    """Apply the listed operations one after the other; the matrix is written out after each."""
    matrix = _blocks(text)[0]
    for order in re.findall(r"^- (.+)$", text, re.MULTILINE):
        matrix = _transform(matrix, order)
        yield f"{order}:"
        yield from _lines(matrix)
    return "\n".join(_lines(matrix))


def _generation(alive: set[tuple[int, int]], height: int, width: int) -> set[tuple[int, int]]:
    """One step of Conway's rules on a torus: born with 3 neighbours, alive with 2 or 3."""
    moves = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    near = Counter(((r + i) % height, (c + j) % width) for r, c in alive for i, j in moves)
    return {cell for cell, n in near.items() if n == 3 or (n == 2 and cell in alive)}


def _board(text: str) -> Matrix:
    rows = re.findall(r"\[((?:[01][, ]*)+)\]", text)
    width = max(len(re.findall(r"\d", row)) for row in rows)
    board = [[int(n) for n in re.findall(r"\d", row)] for row in rows]
    return [row for row in board if len(row) == width]


def game_of_life(text: str) -> Working:
    """Simulate the steps asked for; the living cells of every generation are named."""
    steps = int(re.findall(r"after (\d+) steps", text)[-1])
    board = _board(text)
    alive = {(r, c) for r, row in enumerate(board) for c, v in enumerate(row) if v}
    for step in range(1, steps + 1):
        alive = _generation(alive, len(board), len(board[0]))
        yield f"step {step}: " + " ".join(f"{r},{c}" for r, c in sorted(alive))
    rows = (",".join(str(int((r, c) in alive)) for c in range(len(board[0]))) for r in range(len(board)))
    return "[" + ",".join(f"[{row}]" for row in rows) + "]"


def game_of_life_halting(text: str) -> Working:
    """Simulate until nothing lives, a state comes back, or the steps are used up."""
    steps = int(re.findall(r"before (\d+) steps", text)[-1])
    board = _board(text)
    alive = {(r, c) for r, row in enumerate(board) for c, v in enumerate(row) if v}
    seen: set[frozenset[tuple[int, int]]] = set()
    for step in range(1, steps + 1):
        if not alive or frozenset(alive) in seen:
            break
        seen.add(frozenset(alive))
        alive = _generation(alive, len(board), len(board[0]))
        yield f"step {step}: " + " ".join(f"{r},{c}" for r, c in sorted(alive))
    return str(not alive)


FAMILIES = {
    "rotate_matrix": (r"Rotate the matrix below by \d+ degrees", rotate_matrix),
    "spiral_matrix": (r"elements in spiral order", spiral_matrix),
    "pool_matrix": (r"average pooling", pool_matrix),
    "manipulate_matrix": (r"For the following matrix:[\s\S]*series of operations", manipulate_matrix),
    "game_of_life": (r"Game of Life board look like after \d+ steps", game_of_life),
    "game_of_life_halting": (r"Will this game halt", game_of_life_halting),
}

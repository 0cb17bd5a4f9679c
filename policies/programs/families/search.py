"""Puzzles solved by searching states: number games, jugs, overlapping rectangles."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Hashable, Iterable
from fractions import Fraction
from itertools import combinations
from json import dumps
from typing import TypeVar

Working = Generator[str, None, str]
State = TypeVar("State", bound=Hashable)
Term = tuple[Fraction, str]
Cell = tuple[int, int]


def _combined(a: Term, b: Term) -> list[Term]:
    """All results of one operation on two terms."""
    (x, p), (y, q) = a, b
    results = [
        (x + y, f"({p} + {q})"),
        (x * y, f"({p} * {q})"),
        (x - y, f"({p} - {q})"),
        (y - x, f"({q} - {p})"),
    ]
    results += [(x / y, f"({p} / {q})")] if y else []
    results += [(y / x, f"({q} / {p})")] if x else []
    return results


def _reach(numbers: list[int], target: int, whole: bool) -> Working:
    """Combine two of the numbers, then two of what is left …; sets of numbers already seen are skipped."""
    seen: set[tuple[Fraction, ...]] = set()

    def search(terms: list[Term], depth: int) -> Generator[str, None, str | None]:
        if len(terms) == 1:
            return terms[0][1] if terms[0][0] == target else None
        key = tuple(sorted(value for value, _ in terms))
        if key in seen:
            return None
        seen.add(key)
        for i, j in combinations(range(len(terms)), 2):
            rest = [t for k, t in enumerate(terms) if k not in (i, j)]
            for term in _combined(terms[i], terms[j]):
                if whole and (term[0].denominator > 1 or term[0] < 0):
                    continue
                found = yield from search([*rest, term], depth + 1)
                if found is not None:
                    return found
                if depth == 0:
                    yield f"{term[1]}: no, {len(seen)} sets seen"
        return None

    solution = yield from search([(Fraction(n), str(n)) for n in numbers], 0)
    if solution is None:
        raise ValueError("no way to reach the target")
    yield f"{solution} = {target}"
    return solution.removeprefix("(").removesuffix(")")


_COUNTDOWN = r"^(?:Using all the numbers [\d, ]+.* equals \d+|.* \d+ using all of these numbers: [\d, ]+)"


def countdown(text: str) -> Working:
    """Combine pairs of numbers, whole non-negative results only, until the target is left."""
    line = re.findall(_COUNTDOWN, text, re.MULTILINE)[-1]
    numbers = [int(n) for n in re.findall(r"\d+", line)]
    target = numbers.pop(-1 if line.startswith("Using") else 0)
    return (yield from _reach(numbers, target, whole=True))


def puzzle24(text: str) -> Working:
    """Combine pairs of numbers, fractions allowed, until 24 is left."""
    listed = re.findall(r"Make 24 using ([\d, ]+)", text)[-1]
    return (yield from _reach([int(n) for n in re.findall(r"\d+", listed)], 24, whole=False))


def _shortest(
    start: State,
    moves: Callable[[State], Iterable[tuple[str, State]]],
    done: Callable[[State], bool],
    limit: int = 500_000,
) -> Generator[str, None, list[tuple[str, State]] | None]:
    """Breadth-first search; a line for every layer. The moves of a shortest path, or None when there is none."""
    came: dict[State, tuple[State, str] | None] = {start: None}
    layer, depth = [start], 0
    goal = start if done(start) else None
    while layer and goal is None:
        found: list[State] = []
        for state in layer:
            for name, after in moves(state):
                if after not in came:
                    came[after] = (state, name)
                    found.append(after)
        depth += 1
        shown = "; ".join(map(str, found[:12])) + (" …" if len(found) > 12 else "")
        yield f"move {depth}: {len(found)} new states: {shown}"
        if len(came) > limit:
            raise ValueError("too many states")
        goal = next((state for state in found if done(state)), None)
        layer = found
    if goal is None:
        return None
    path: list[tuple[str, State]] = []
    while (step := came[goal]) is not None:
        path.append((step[1], goal))
        goal = step[0]
    return path[::-1]


def jugs(text: str) -> Working:
    """Breadth-first search over the contents of the jugs."""
    sizes = [int(n) for n in re.findall(r"[A-Z]:(\d+)", re.findall(r"litres of water: (.*)", text)[-1])]
    target = int(re.findall(r"target is: (\d+)", text)[-1])
    names = "ABCDEFGHIJ"[: len(sizes)]

    def moves(state: tuple[int, ...]) -> Iterable[tuple[str, tuple[int, ...]]]:
        for i, full in enumerate(sizes):
            yield f"fill {names[i]}", (*state[:i], full, *state[i + 1 :])
            yield f"empty {names[i]}", (*state[:i], 0, *state[i + 1 :])
            for j, room in enumerate(sizes):
                flow = min(state[i], room - state[j]) if i != j else 0
                if flow:
                    after = list(state)
                    after[i] -= flow
                    after[j] += flow
                    yield f"pour {names[i]}->{names[j]}", tuple(after)

    path = yield from _shortest(tuple(0 for _ in sizes), moves, lambda state: target in state)
    if path is None:
        raise ValueError("the target cannot be measured")
    for name, state in path:
        yield f"{name}: {state}"
    return dumps([name for name, _ in path])


def _boxes(demand: dict[Cell, int], top: int, west: int) -> list[set[Cell]]:
    """Borders of all rectangles with this top left corner that the cells left can form, largest first."""

    def run(row: int, column: int, down: int, right: int) -> int:
        length = 0
        while demand.get((row + down * (length + 1), column + right * (length + 1)), 0):
            length += 1
        return length

    boxes: list[set[Cell]] = []
    for width in range(1, run(top, west, 0, 1) + 1):
        east = west + width
        for height in range(1, min(run(top, west, 1, 0), run(top, east, 1, 0)) + 1):
            if run(top + height, west, 0, 1) >= width:
                edge = {(r, c) for r in (top, top + height) for c in range(west, east + 1)}
                boxes.append(edge | {(r, c) for r in range(top, top + height + 1) for c in (west, east)})
    return sorted(boxes, key=len, reverse=True)


def _rectangles(
    demand: dict[Cell, int], failed: set[frozenset[tuple[Cell, int]]]
) -> Generator[str, None, int | None]:
    """Explain every border cell: the first one left, in reading order, is a top left corner."""
    left = {cell: count for cell, count in demand.items() if count}
    key = frozenset(left.items())
    if not left or key in failed:
        return None if left else 0
    if len(failed) > 2000:
        raise ValueError("too many ways to draw it")
    top, west = min(left)
    for box in _boxes(demand, top, west):
        rest = yield from _rectangles({cell: n - (cell in box) for cell, n in left.items()}, failed)
        if rest is not None:
            yield f"rows {top + 1}-{max(box)[0] + 1}, columns {west + 1}-{max(box)[1] + 1}"
            return rest + 1
    failed.add(key)
    if len(failed) % 10 == 0:
        yield f"{len(failed)} ways that do not fit"
    return None


def _pieces(cells: set[Cell]) -> Generator[set[Cell], None, None]:
    """Connected pieces of the drawing; a rectangle never spans two of them."""
    while cells:
        piece, front = set(), [cells.pop()]
        while front:
            r, c = front.pop()
            piece.add((r, c))
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & cells
            cells -= near
            front += near
        yield piece


def rectangle_count(text: str) -> Working:
    """Peel rectangles off every piece: # is one border, a full block two; take back what does not fit."""
    grid = re.findall(r"in the grid below\?\n(.*)", text, re.DOTALL)[-1].splitlines()
    worth = {"#": 1, "█": 2}
    demand = {(r, c): worth[s] for r, row in enumerate(grid) for c, s in enumerate(row) if s in worth}
    total = 0
    for piece in sorted(_pieces(set(demand)), key=min):
        yield f"piece of {len(piece)} cells at {min(piece)[0] + 1},{min(piece)[1] + 1}"
        count = yield from _rectangles({cell: demand[cell] for cell in piece}, set())
        if count is None:
            raise ValueError("borders that belong to no rectangle")
        total += count
        yield f"{total} rectangles so far"
    return str(total)


FAMILIES: dict[str, tuple[str, Callable[[str], Working]]] = {
    "countdown": (_COUNTDOWN, countdown),
    "puzzle24": (r"Make 24 using", puzzle24),
    "jugs": (r"empty jugs hold this many litres", jugs),
    "rectangle_count": (r"How many rectangles do you see", rectangle_count),
}

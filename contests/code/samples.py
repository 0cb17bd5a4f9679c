"""Samples of a statement, in our own layout or in that of the published statements."""

from __future__ import annotations

import re

from contests.code.blocks import Fenced, fenced
from contests.code.package import Test, samples_of
from r3env.errors import DataError

_HEADING = re.compile(r"^(?:#+[ \t]*|\*{1,2})?(?P<side>input|output)\b[^\n]*$", re.IGNORECASE)


def samples(statement: str) -> tuple[Test, ...]:
    """Samples that players see: pairs of an input and its output; none where the layout is not understood.

    Understood are headings ``Sample N`` over two fenced blocks, and fenced blocks that stand one by one under
    headings ``Input …`` and ``Output …``.
    """
    try:
        own = samples_of(statement)
    except DataError:
        own = ()
    return own or _under_headings(statement)


def _under_headings(statement: str) -> tuple[Test, ...]:
    found: list[Test] = []
    pending: bytes | None = None
    cursor = 0
    for block in fenced(statement):
        side = _side(statement[cursor : block.start])
        cursor = block.end
        if side == "input":
            pending = _text(block)
        elif side == "output" and pending is not None:
            found.append(Test(f"sample-{len(found) + 1}", pending, _text(block)))
            pending = None
    return tuple(found)


def _side(before: str) -> str:
    """What the last line before a block announces."""
    lines = before.strip().splitlines()
    match = _HEADING.match(lines[-1].strip()) if lines else None
    return match["side"].lower() if match else ""


def _text(block: Fenced) -> bytes:
    """Lines of a block without the empty ones, which the published statements put between all lines."""
    return "".join(f"{line}\n" for line in block.content.splitlines() if line.strip()).encode()

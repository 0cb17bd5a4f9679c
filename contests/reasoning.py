"""Hides inline reasoning (``<think>…</think>``) from a parser, keeping every offset of the text."""

from __future__ import annotations

import re
from collections.abc import Callable

_TAG = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_VISIBLE = re.compile(r"\S")


def _literal(text: str, match: re.Match[str]) -> bool:
    """True for a tag quoted in backticks: it is talked about, not used."""
    return text[match.start() - 1 : match.start()] == "`" and text[match.end() : match.end() + 1] == "`"


def mask_reasoning(text: str, answers: Callable[[str], bool]) -> str:
    """Replace reasoning by line ends; the length stays the same.

    - ``<think>…</think>`` is reasoning. One that is never closed hides everything after it where it begins a
      line: the output was cut while reasoning, so there is no final answer there.
    - A ``</think>`` without an opening tag ends reasoning that a chat template opened, if ``answers`` says
      that an answer follows; later ones, or one that no answer follows, are plain text.
    - Tags in backticks are plain text.
    """
    tags = [match for match in _TAG.finditer(text) if not _literal(text, match)]
    if not tags:
        return text
    hidden: list[tuple[int, int]] = []
    if tags[0][1] and answers(text[tags[0].end() :]):
        hidden.append((0, tags[0].end()))
    opened: re.Match[str] | None = None
    for tag in tags:
        if not tag[1] and opened is None:
            opened = tag
        elif tag[1] and opened is not None:
            hidden.append((opened.start(), tag.end()))
            opened = None
    if opened is not None and _begins_line(text, opened.start()):
        hidden.append((opened.start(), len(text)))
    return _blank(text, hidden)


def _begins_line(text: str, position: int) -> bool:
    return not _VISIBLE.search(text, text.rfind("\n", 0, position) + 1, position)


def _blank(text: str, ranges: list[tuple[int, int]]) -> str:
    """Line ends in place of every range, so that what follows begins a line."""
    parts, cursor = [], 0
    for start, end in ranges:
        parts += [text[cursor:start], "\n" * (end - start)]
        cursor = end
    return "".join([*parts, text[cursor:]])

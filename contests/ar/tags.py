"""The answer mark of the `ar` domain: ``<answer>…</answer>``."""

from __future__ import annotations

import re

from contests.sections import Block, Found, Marker

MISSING = "No answer"
_TAG = re.compile(r"<(/?)answer>", re.IGNORECASE)
_WHOLE = re.compile(r"\s*<answer>(.*)</answer>\s*", re.IGNORECASE | re.DOTALL)


def find(text: str) -> Found:
    """All answer tags of a text. A second opening tag before a closing one leaves the first unclosed."""
    blocks: list[Block] = []
    unclosed: list[int] = []
    opened: re.Match[str] | None = None
    for tag in _TAG.finditer(text):
        quoted = text[tag.start() - 1 : tag.start()] == "`" and text[tag.end() : tag.end() + 1] == "`"
        if tag[1]:
            if opened is not None:
                blocks.append(Block(opened.start(), tag.end(), text[opened.end() : tag.start()]))
            opened = None
        elif not quoted:
            if opened is not None:
                unclosed.append(opened.start())
            opened = tag
    if opened is not None:
        unclosed.append(opened.start())
    return Found(tuple(blocks), tuple(unclosed))


def wrap(answer: str) -> str:
    """One answer mark; an answer that already stands in one is not wrapped again."""
    whole = _WHOLE.fullmatch(answer)
    return f"<answer>{(whole[1] if whole else answer).strip()}</answer>"


MARKER = Marker(name="<answer>", find=find, missing=MISSING)

"""Finds code in a text: fenced blocks, structured answers and bare programs, whatever chat habits surround them.

Everything here runs in linear time and never raises on any text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from contests.sections import Block, Found

PROSE = frozenset(
    (
        *("text", "txt", "plaintext", "plain", "none", "log", "markdown", "md"),
        *("output", "input", "console", "sample"),
    )
)
"""Tags of blocks that are no code: sample output, traces."""
_WRAPPERS = ("markdown", "md")  # a whole reply put into a fence: what counts stands inside

_FENCE = re.compile(r"^[ \t]{0,8}(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)$", re.MULTILINE)
_TAG = re.compile(r"[ \t]*\{?[ \t]*\.?(?P<tag>[A-Za-z][\w+#.-]*)?[ \t]*(?P<rest>[^\n]*)")
_CODE_START = re.compile(
    r"#[ \t]*(?:include|define|pragma)\b|(?:using|template|struct|int|void|import)\b.*[;({<]"
)
_MAIN = re.compile(r"\b(?:int|signed|void|auto|int32_t|i32)\s+main\s*\(")
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*(?:include|define|pragma)\b", re.MULTILINE)
_DECLARATION = re.compile(
    r"^[ \t]*(?:using|typedef|template|struct|class|namespace|const|constexpr|static|inline|int|long|void|auto"
    r"|bool)\b[^.!?\n]*[;{(<>=)][ \t]*$",
    re.MULTILINE,
)
_ELEMENTS = ("code", "solution", "program")
_FIELDS = ("code", "solution", "program", "source")


@dataclass(frozen=True, slots=True)
class Fenced:
    """One fenced block: offsets of the whole, its tag (lower case), its content, and whether it is closed."""

    start: int
    end: int
    tag: str
    content: str
    closed: bool


def fenced(text: str) -> list[Fenced]:
    """All fenced blocks in order.

    A fence is three or more backticks or tildes at the start of a line. It is closed by a line of at least as
    many of the same mark and nothing else, so backticks inside the code, and inner fences that are shorter, are
    content. A block in which another one is opened was never closed: it ends there. Code that begins on the
    opening line belongs to the block.
    """
    blocks: list[Fenced] = []
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        mark, info = match["mark"], match["info"]
        if opened is not None:
            if mark[0] != opened["mark"][0] or len(mark) < len(opened["mark"]):
                continue
            closes = not info.strip()
            blocks.append(
                _block(text, opened, match.start(), match.end() if closes else match.start(), closes)
            )
            opened = None
            if closes:
                continue
        if (mark[0] == "~" or "`" not in info) and info.strip().lower() not in _WRAPPERS:
            opened = match
    if opened is not None:
        blocks.append(_block(text, opened, len(text), len(text), False))
    return blocks


def _block(text: str, opened: re.Match[str], stop: int, end: int, closed: bool) -> Fenced:
    body = text[opened.end() + 1 : stop]
    info = opened["info"].rstrip("\r")
    match = _TAG.match(info)
    tag, rest = (match["tag"] or "", match["rest"]) if match else ("", "")
    if _CODE_START.match(info.strip()):
        tag, body = "", f"{info.strip()}\n{body}"
    elif _CODE_START.match(rest):
        body = f"{rest}\n{body}"
    return Fenced(opened.start(), end, tag.lower(), body, closed)


def is_code(block: Fenced) -> bool:
    """Whether a block can hold a program: not tagged as prose, and not empty."""
    return block.tag not in PROSE and bool(block.content.strip())


def found(blocks: list[Fenced]) -> Found:
    """Code blocks as the marks that `contests.sections` divides among sections."""
    code = [block for block in blocks if is_code(block)]
    complete = tuple(Block(b.start, b.end, b.content) for b in code if b.closed)
    return Found(complete, tuple(b.start for b in code if not b.closed))


def mask(text: str, blocks: list[Fenced]) -> str:
    """The text with all blocks blanked out, so that no line of code looks like a section's header."""
    parts, cursor = [], 0
    for block in blocks:
        parts.append(text[cursor : block.start])
        parts.append(re.sub(r"[^\n]", " ", text[block.start : block.end]))
        cursor = block.end
    return "".join([*parts, text[cursor:]])


def program(text: str) -> str | None:
    """The one program of a single-problem reply, or None.

    In this order: a structured answer (a JSON object with the field ``code``, or ``<code>…</code>``) with a ``main``
    function, the last fenced code block with one, a complete program without a fence, a structured answer or the
    last code block of any kind. A block that is never closed reaches to the end.
    """
    structured = _structured(text)
    if structured is not None and _MAIN.search(structured):
        return structured
    blocks = [block for block in fenced(text) if is_code(block)]
    whole = [block.content for block in blocks if _MAIN.search(block.content)]
    if whole:
        inner = _structured(whole[-1])
        return whole[-1] if inner is None or not _MAIN.search(inner) else inner
    loose = bare(text)
    if loose is not None:
        return loose
    if structured is not None or not blocks:
        return structured  # tags may also stand in prose or in a string, so what they hold comes last
    inner = _structured(blocks[-1].content)
    return blocks[-1].content if inner is None else inner


def bare(text: str) -> str | None:
    """A complete program with ``int main`` that stands in the text without a closed fence."""
    main = _MAIN.search(text)
    if main is None:
        return None
    first = _INCLUDE.search(text, 0, main.start()) or _DECLARATION.search(text, 0, main.start())
    start = text.rfind("\n", 0, main.start()) + 1 if first is None else first.start()
    end = text.rfind("}")
    return text[start : end + 1] if end > main.start() else None


def _structured(text: str) -> str | None:
    for candidate in _candidates(text.strip()):
        if candidate.strip():
            return candidate
    return None


def _candidates(text: str) -> Iterator[str]:
    if text.startswith("{") and text.endswith("}"):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
        if isinstance(data, dict):
            yield from (data[name] for name in _FIELDS if isinstance(data.get(name), str))
    lowered = text.lower() if len(text.lower()) == len(text) else text
    for name in _ELEMENTS:
        end = lowered.rfind(f"</{name}>")
        start = lowered.rfind(f"<{name}>", 0, max(end, 0))
        if start >= 0:
            body = text[start + len(name) + 2 : end].removeprefix("\n")
            inner = [block for block in fenced(body) if is_code(block)]
            yield inner[-1].content if inner else body

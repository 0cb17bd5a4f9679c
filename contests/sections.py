"""Strict reading of labelled answers (spec section 4): shared by every domain that answers in one text.

A text is split at header lines (``Problem A``, ``## A: title``, ``**A.**``, ``A:`` …). How an answer looks inside
a section is the domain's `Marker`. Everything here runs in linear time and never raises on any text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from contests.reasoning import mask_reasoning
from r3env.domain import Source
from r3env.verdict import Parsed

_BYTE_ORDER_MARK = "\ufeff"
NO_SECTION = "no section"
NO_MARK = "no {mark} in the section"


@dataclass(frozen=True, slots=True)
class Block:
    """One answer mark found in a text: where it starts and ends, and what stands in it."""

    start: int
    end: int
    content: str


@dataclass(frozen=True, slots=True)
class Found:
    """All answer marks of a text in order, and the offsets of those that are opened and never closed."""

    blocks: tuple[Block, ...] = ()
    unclosed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Marker:
    """How a domain marks an answer.

    Attributes:
        name: for reasons, for instance ``<answer>``.
        find: finds all marks of a text.
        missing: the missing marker; compared without case, blanks and a full stop.
    """

    name: str
    find: Callable[[str], Found]
    missing: str = "No answer"

    def read(self, content: str, span: tuple[int, int] | None) -> Parsed:
        """An answer, or missing where the marker stands in its place."""
        answer = content.strip()
        if " ".join(answer.rstrip(".").split()).casefold() == self.missing.casefold():
            return Parsed.missing("missing marker", span)
        return Parsed.of(answer, span)


@dataclass(frozen=True, slots=True)
class Header:
    """A header line: where the line starts, where the label (and a colon after it) ends, and the label."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Section:
    """A labelled part of a text: from its header's start to the next header."""

    label: str
    start: int
    body: int
    end: int


_HEADER_PATTERN = r"""[ \t]{0,8}(?:>[ \t]{0,3})?
    (?P<hash>\#{1,6}[ \t]{0,3})?
    (?:[-*+•][ \t]{1,3})?
    (?P<bold>[*_]{1,3})?
    (?P<key>(?P<reply>(?:answer|solution)[ \t]{1,3}(?:(?:to|for)[ \t]{1,3})?)?
        (?P<noun>(?:problem|question|task|section)[ \t]{1,3}[#]?)?)
    (?P<open>[\[(])?(?P<label>[A-Za-z]|[0-9]{1,2})(?(open)[\])])(?![A-Za-z0-9])
    (?P<tail>[*_]{1,3})?
    [ \t]{0,3}(?P<stop>[:.)\-–—|]|(?=\()|(?=\r?$)|\Z)?
    (?P<tail2>[*_]{1,3}(?=[ \t\r\n]|$))?"""
_FLAGS = re.VERBOSE | re.MULTILINE | re.IGNORECASE
_HEADER = re.compile("^" + _HEADER_PATTERN, _FLAGS)
_INLINE_HEADER = re.compile(_HEADER_PATTERN, _FLAGS)
_FENCE = re.compile(r"^[ \t]{0,3}(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
_FINAL = re.compile(
    r"^[ \t>*_#\-]{0,12}(?:the[ \t])?final[ \t]answer(?:[ \t]is)?[ \t*_]{0,6}[:=][ \t*_]{0,6}(?P<answer>\S[^\n]*)$",
    re.MULTILINE | re.IGNORECASE,
)


def _classify(match: re.Match[str], marked: bool) -> str | None:
    """Which kind of header a match is: keyword, decorated or bare, letter or number; None: plain text.

    An answer mark right after the label (``marked``) closes a header as a colon does.
    """
    label, stop = match["label"], match["stop"]
    closed = stop is not None or match["tail"] is not None or marked
    if match["noun"]:
        strength = "keyword" if closed or match["hash"] else ""
    elif match["reply"]:
        strength = "keyword" if closed and label.isupper() else ""
    elif match["hash"] or match["bold"]:
        strength = "decorated" if closed and not label.islower() else ""
    else:
        rest = match.string[match.end() : match.end() + 1]
        ends = rest in ("", "\n", "\r")
        stands = (
            stop == ":"
            or ends
            or marked
            or (stop in (".", ")") and rest in " \t<")
            or (match["open"] and closed)
        )
        strength = "bare" if closed and stands and not label.islower() else ""
    return f"{strength} {'number' if label.isdigit() else 'letter'}" if strength else None


_ORDER = (
    ("keyword letter", "decorated letter"),
    ("keyword number",),
    ("bare letter",),
    ("decorated number",),
    ("bare number",),
)
"""Kinds of header from the surest to the weakest: the first that occurs decides, the others are plain text.

Otherwise the options of a multiple choice or the steps of a list inside a section would cut it.
"""


def _choose(by_kind: Mapping[str, Sequence[Header]], labels: Sequence[str]) -> list[Header]:
    """The headers of the surest kind that names one of ``labels``, in order."""
    for kinds in _ORDER:
        found = sorted((h for kind in kinds for h in by_kind.get(kind, ())), key=lambda h: h.start)
        known = [h for h in found if h.label in labels]
        if kinds == ("bare number",) and len({h.label for h in known}) < len(known):
            continue  # a numbered list
        if known:  # a bare letter outside the contest is a word, a bare number a list
            return known if kinds[0].startswith("bare") else found
    return []


def _inside(position: int, ranges: Sequence[tuple[int, int]], cursor: int) -> tuple[bool, int]:
    """Whether ``position`` lies in one of the sorted ``ranges``; ``cursor`` only moves forward."""
    while cursor < len(ranges) and ranges[cursor][1] <= position:
        cursor += 1
    return cursor < len(ranges) and ranges[cursor][0] < position, cursor


def _fences(text: str, marks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of closed code fences. One that never closes is plain text; none crosses the border of an answer mark.

    Otherwise two answers with a stray fence line each would hide the sections between them.
    """
    ranges: list[tuple[int, int]] = []
    opened: dict[int, tuple[str, int]] = {}  # by answer mark; -1 is outside of all
    cursor = 0
    for match in _FENCE.finditer(text):
        inside, cursor = _inside(match.start(), marks, cursor)
        place, mark, rest = cursor if inside else -1, match[1], match[2].strip()
        first, start = opened.setdefault(place, (mark, match.start()))
        if start < match.start() and mark[0] == first[0] and len(mark) >= len(first) and not rest:
            ranges.append((start, match.end()))
            del opened[place]
    return sorted(ranges)


def _line_headers(text: str, blocks: Sequence[Block]) -> list[re.Match[str]]:
    """Header matches at line starts, and right after an answer mark on the same line."""
    starts = {match.start(): match for match in _HEADER.finditer(text)}
    for block in blocks:
        match = _INLINE_HEADER.match(text, block.end)
        if match:
            starts.setdefault(match.start(), match)
    return [starts[position] for position in sorted(starts)]


def headers(text: str, labels: Sequence[str], found: Found) -> list[Header]:
    """The header lines that divide ``text``; numbers are given as the letter of the same position.

    Headers in code fences count only where there are none outside, and a bare label inside an answer mark is
    part of the answer.
    """
    marks = [(block.start, block.end) for block in found.blocks]
    opens = {block.start for block in found.blocks}
    outside = _fences(text, marks)
    for fences in (outside, []) if outside else ([],):
        by_kind: dict[str, list[Header]] = {}
        fence, mark = 0, 0
        for match in _line_headers(text, found.blocks):
            kind = _classify(match, match.end() in opens)
            if kind is None:
                continue
            position = match.start("label")
            fenced, fence = _inside(position, fences, fence)
            marked, mark = _inside(position, marks, mark)
            if fenced or (marked and kind.startswith("bare")):
                continue
            header = Header(match.start(), match.end(), _letter(match["label"]))
            by_kind.setdefault(kind, []).append(header)
        chosen = _choose(by_kind, labels)
        if chosen:
            return chosen
    return []


def _letter(label: str) -> str:
    if not label.isdigit():
        return label.upper()
    number = int(label)
    return chr(ord("A") + number - 1) if 1 <= number <= 26 else "?"


def split(text: str, labels: Sequence[str], found: Found) -> list[Section]:
    """The labelled sections of a text in order; a label may occur twice, or be none of ``labels``."""
    heads = headers(text, labels, found)
    ends = [head.start for head in heads[1:]] + [len(text)] * bool(heads)
    return [Section(h.label, h.start, h.end, end) for h, end in zip(heads, ends, strict=True)]


def _final_line(text: str, start: int, end: int, strict: bool) -> str | Parsed | None:
    """The final-answer line of a section without a mark; several are refused where ``strict``."""
    lines = [match["answer"] for match in _FINAL.finditer(text, start, end)]
    if strict and len(lines) > 1:
        return Parsed.unparsed(f"{len(lines)} final-answer lines in one section")
    return lines[-1].strip().strip("*_`").strip() if lines else None


def _read(text: str, section: Section, inside: Found, marker: Marker, source: Source) -> Parsed:
    """Read one section. Completion: the last mark wins; artifact: exactly one."""
    span = (section.start, section.end)
    strict = source == "artifact"
    blocks, unclosed = inside.blocks, inside.unclosed
    if unclosed and (strict or not blocks or unclosed[-1] > blocks[-1].start):
        return Parsed.unparsed(f"unclosed {marker.name}", span)
    if strict and len(blocks) > 1:
        return Parsed.unparsed(f"{len(blocks)} {marker.name} in one section", span)
    if blocks:
        return marker.read(blocks[-1].content, span)
    line = _final_line(text, section.body, section.end, strict)
    if isinstance(line, Parsed):
        return Parsed.unparsed(line.reason, span)
    if line is not None:
        return marker.read(line, span)
    return Parsed.missing(NO_MARK.format(mark=marker.name), span)


def _share_out(found: Found, sections: Sequence[Section]) -> list[Found]:
    """The marks of each section; a mark belongs to the section in which it starts."""
    shares: list[tuple[list[Block], list[int]]] = [([], []) for _ in sections]
    cursor = -1
    marks: list[tuple[int, Block | None]] = [(b.start, b) for b in found.blocks]
    marks += [(position, None) for position in found.unclosed]
    for position, block in sorted(marks, key=lambda mark: mark[0]):
        while cursor + 1 < len(sections) and sections[cursor + 1].body <= position:
            cursor += 1
        if cursor < 0:
            continue
        if block is None or block.end > sections[cursor].end:
            shares[cursor][1].append(position)
        else:
            shares[cursor][0].append(block)
    return [Found(tuple(blocks), tuple(unclosed)) for blocks, unclosed in shares]


def parse(
    output: str, labels: Sequence[str], marker: Marker, source: Source = "completion"
) -> dict[str, Parsed]:
    """Read the answer to every label; spans are offsets into ``output``.

    With one label no section is needed. With several, a label without a section is missing, a label with two is
    unparsed, and without any label exactly ``len(labels)`` complete marks are read in order.
    """
    text = " " + output[1:] if output.startswith(_BYTE_ORDER_MARK) else output
    if source == "completion":
        text = mask_reasoning(text, lambda rest: bool(marker.find(rest).blocks))
    found = marker.find(text)
    sections = split(text, labels, found)
    if len(labels) == 1:
        return {labels[0]: _read(text, Section(labels[0], 0, 0, len(text)), found, marker, source)}
    if not sections:
        return _ordered(text, labels, found, marker)
    counts: dict[str, int] = {}
    for section in sections:
        counts[section.label] = counts.get(section.label, 0) + 1
    result = {label: Parsed.missing(NO_SECTION) for label in labels}
    for section, inside in zip(sections, _share_out(found, sections), strict=True):
        label, span = section.label, (section.start, section.end)
        if label not in result:
            continue
        if counts[label] > 1:
            result[label] = Parsed.unparsed(f"{counts[label]} sections with this label", span)
        else:
            result[label] = _read(text, section, inside, marker, source)
    return result


def _ordered(text: str, labels: Sequence[str], found: Found, marker: Marker) -> dict[str, Parsed]:
    """The fallback without labels: exactly one complete mark per problem, in order."""
    blocks = found.blocks
    if len(blocks) == len(labels) and not found.unclosed:
        starts = [0, *(block.end for block in blocks[:-1])]
        return {
            label: marker.read(block.content, (start, block.end))
            for label, block, start in zip(labels, blocks, starts, strict=True)
        }
    if not blocks and not found.unclosed:
        return {label: Parsed.missing("no labelled section") for label in labels}
    reason = f"no labels, and {len(blocks)} complete {marker.name} for {len(labels)} problems"
    return {label: Parsed.unparsed(reason) for label in labels}


def write(artifact: str, label: str, block: str, labels: Sequence[str], marker: Marker) -> str:
    """New content of an answer file with ``block`` as the whole section of ``label``.

    Other sections and what stands before the first are kept; their headers are rewritten as ``Problem X``, so
    that all headers are of one kind. Duplicates of ``label`` are removed.
    """
    if len(labels) == 1:
        return f"{block}\n"
    artifact = artifact.removeprefix(_BYTE_ORDER_MARK)
    sections = split(artifact, labels, marker.find(artifact))
    parts = [artifact[: sections[0].start] if sections else artifact]
    written = False
    for section in sections:
        body = artifact[section.body : section.end]
        if section.label != label:
            parts.append(f"Problem {section.label}:{body}")
        elif not written:
            written = True
            parts.append(f"Problem {label}:\n{block}\n\n")
    if not written:
        parts.append(f"Problem {label}:\n{block}\n")
    return "".join(
        p if not p or p.endswith("\n") or i == len(parts) - 1 else p + "\n" for i, p in enumerate(parts)
    )

"""Reads the code answers of a reply or an artifact (spec section 4): one program, or labelled sections."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contests import sections
from contests.code import blocks
from contests.reasoning import mask_reasoning
from r3env.domain import Source
from r3env.verdict import Parsed

MISSING = "MISSING"
_VOID = "label {label} occurs {count} times: the whole answer is void"


def parse(output: str, labels: Sequence[str], source: Source = "completion") -> dict[str, Parsed]:
    """The answer to every label; spans are offsets into ``output``.

    An artifact is one file for each problem, and the whole file is the answer. A reply with one label is read by
    `contests.code.blocks.program`; with several it is read strictly, see `parse_sections`.
    """
    if source == "artifact":
        return {label: _whole(output) for label in labels}
    text = mask_reasoning(output, lambda rest: bool(blocks.fenced(rest) or blocks.bare(rest)))
    if len(labels) > 1:
        return parse_sections(text, labels)
    return {labels[0]: _single(text)}


def parse_sections(text: str, labels: Sequence[str]) -> dict[str, Parsed]:
    """Labelled sections with exactly one code block each.

    A label that occurs twice voids the whole answer. Without any label, exactly ``len(labels)`` complete blocks
    are taken in order. Labels are letters; headers inside code are code.
    """
    fences = blocks.fenced(text)
    masked = blocks.mask(text, fences)
    marks = blocks.found(fences)
    parts = [s for s in sections.split(masked, labels, marks) if _names_letter(text, s)]
    if not parts:
        return _ordered(text, labels, marks)
    counts = {label: sum(part.label == label for part in parts) for label in labels}
    twice = [_VOID.format(label=label, count=count) for label, count in counts.items() if count > 1]
    result = {label: Parsed.missing(sections.NO_SECTION) for label in labels}
    for part in parts:
        span = (part.start, part.end)
        if part.label in result:
            result[part.label] = Parsed.unparsed(twice[0], span) if twice else _section(masked, part, marks)
    if twice:
        return {label: p if p.span else Parsed.unparsed(twice[0]) for label, p in result.items()}
    return result


def _names_letter(text: str, part: sections.Section) -> bool:
    """False for a header with a number, which is no label of this domain."""
    return re.search(rf"(?i)(?<![a-z0-9]){part.label}(?![a-z0-9])", text[part.start : part.body]) is not None


def _section(masked: str, part: sections.Section, marks: sections.Found) -> Parsed:
    span = (part.start, part.end)
    inside = [block for block in marks.blocks if part.body <= block.start < part.end]
    if any(part.body <= position < part.end for position in marks.unclosed):
        return Parsed.unparsed("unclosed code block", span)
    if len(inside) > 1:
        return Parsed.unparsed(f"{len(inside)} code blocks in one section", span)
    if inside:
        return _answer(inside[0].content, span)
    if _is_missing(masked[part.body : part.end]):
        return Parsed.missing("missing marker", span)
    return Parsed.missing("no code block in the section", span)


def _ordered(text: str, labels: Sequence[str], marks: sections.Found) -> dict[str, Parsed]:
    """The fallback without labels."""
    found = marks.blocks
    if len(found) == len(labels) and not marks.unclosed:
        starts = [0, *(block.end for block in found[:-1])]
        return {
            label: _answer(block.content, (start, block.end))
            for label, block, start in zip(labels, found, starts, strict=True)
        }
    if not found and not marks.unclosed:
        return {label: Parsed.missing("no labelled section") for label in labels}
    return {
        label: Parsed.unparsed(f"no labels, and {len(found)} complete code blocks for {len(labels)} problems")
        for label in labels
    }


def _single(text: str) -> Parsed:
    span = (0, len(text))
    code = blocks.program(text)
    if code is not None:
        return _answer(code, span)
    if _is_missing(text):
        return Parsed.missing("missing marker", span)
    return Parsed.missing("no program in the reply", span)


def _whole(content: str) -> Parsed:
    if not content.strip():
        return Parsed.missing("the file is empty")
    return _answer(content, (0, len(content)))


def _answer(code: str, span: tuple[int, int]) -> Parsed:
    if _is_missing(code):
        return Parsed.missing("missing marker", span)
    return Parsed.of(code, span)


def _is_missing(text: str) -> bool:
    """True for the marker alone, whatever its case, with or without a comment sign, emphasis or a full stop."""
    return text.strip().removeprefix("//").strip(" \t\r\n*_`.").casefold() == MISSING.casefold()

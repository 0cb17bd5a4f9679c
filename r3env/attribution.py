"""Attribution of metered tokens to problems (spec section 4): by the length of each problem's section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from r3env.domain import Domain
from r3env.grading import parse_answers


class Counter(Protocol):
    """What attribution needs of a token meter."""

    def count(self, text: str) -> int:
        """Tokens of a text."""
        ...


@dataclass(frozen=True, slots=True)
class Attribution:
    """Whole tokens by label; they sum to the charge unless nothing was labelled at all.

    Attributes:
        tokens: label to tokens, every label present.
        unlabelled: metered length of text outside every section, shared out in the same proportion.
        basis: ``visible``, ``reasoning`` or ``none`` (no labelled section: everything stays shared).
    """

    tokens: Mapping[str, int]
    unlabelled: int
    basis: str


def largest_remainder(total: int, weights: Sequence[float]) -> list[int]:
    """Split ``total`` into whole parts proportional to ``weights``; ties go to the earlier part.

    >>> largest_remainder(10, [1, 1, 1])
    [4, 3, 3]
    """
    mass = sum(weights)
    if mass <= 0:
        return [0] * len(weights)
    shares = [total * w / mass for w in weights]
    parts = [int(s) for s in shares]
    order = sorted(range(len(weights)), key=lambda i: (parts[i] - shares[i], i))
    for i in order[: total - sum(parts)]:
        parts[i] += 1
    return parts


def attribute(
    domain: Domain, meter: Counter, labels: Sequence[str], visible: str, reasoning: str, total: int
) -> Attribution:
    """Share ``total`` charged tokens among the problems.

    A contest of one problem takes all of it. Otherwise the sections of the visible text decide, or the
    headed parts of the reasoning when there is no visible text.
    """
    if len(labels) == 1:
        return Attribution({labels[0]: total}, 0, "single")
    basis, text = ("visible", visible) if visible.strip() else ("reasoning", reasoning)
    spans = {label: p.span for label, p in parse_answers(domain, text, labels).items() if p.span is not None}
    lengths = [meter.count(text[slice(*spans[label])]) if label in spans else 0 for label in labels]
    unlabelled = max(0, meter.count(text) - sum(lengths))
    if not any(lengths):
        return Attribution(dict.fromkeys(labels, 0), unlabelled, "none")
    return Attribution(dict(zip(labels, largest_remainder(total, lengths), strict=True)), unlabelled, basis)

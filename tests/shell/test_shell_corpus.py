"""The labelled corpus: no command that computes is free, and no benign one is charged."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from r3env.decision import Decision, Kind
from r3env.shell import classify

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def corpus() -> list[tuple[str, str]]:
    """Pairs of label and command."""
    pairs = []
    for line in (Path(__file__).parent / "corpus.txt").read_text(encoding="utf-8").splitlines():
        if "\t" in line:
            label, _, command = line.partition("\t")
            pairs.append((label, re.sub(r"\\(.)", lambda match: _ESCAPES[match[1]], command)))
    return pairs


def label_of(decision: Decision) -> str:
    named = decision.kind in (Kind.FREE, Kind.BLOCKED)
    return str(decision.subclass if named else decision.kind)


@pytest.mark.parametrize(("label", "command"), corpus())
def test_command_has_its_label(label: str, command: str) -> None:
    decision = classify(command)
    assert label_of(decision) == label, decision.reason
    assert decision.reason


def test_the_corpus_is_large_and_holds_every_label() -> None:
    counts = Counter(label for label, _ in corpus())
    assert sum(counts.values()) >= 300
    assert set(counts) == {
        "file", "artifact", "environment", "counted", "network", "submission", "error",
    }  # fmt: skip

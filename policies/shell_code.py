"""Programming problems in the shell: write a draft from a small stock, build it, run the samples, repair.

The stock (``code_stock/``) holds a dozen short programs of our own for common kinds of problem, each found by
words that a statement of that kind uses. A draft is a stock program with slips of a hurried programmer: a missing
semicolon (the compiler finds it), an off-by-one or a swapped comparison (the samples may find it), a number that
overflows (only large tests find it). What a slip does is up to the compiler and the samples: nothing is staged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

import numpy as np

from policies.shell_work import Step, Work
from r3env.paths import Paths

MOST_DRAFTS = 4
"""Drafts of one program, after which it stands as it is."""
PATIENCE = 5
"""Seconds that one sample may run."""
SLIPS: Sequence[tuple[str, str]] = (
    (";\n", "\n"),
    ("long long", "int"),
    ("<= ", "< "),
    (" + 1", ""),
    (" - 1", ""),
    ("max(", "min("),
    (" > ", " >= "),
)
"""What is written, and what slips in instead."""

_DELIMITER = "R3_PROGRAM"
_RIGHT, _WRONG, _BUILT = "sample right", "sample wrong", "built"


@dataclass(frozen=True, slots=True)
class Stocked:
    """One program of the stock.

    Attributes:
        name: its file, without the suffix.
        anchors: patterns that all occur in a statement of its kind.
        difficulty: chances of a slip in one draft: each comes true at the policy's error rate.
        free_form: several outputs are right, and only their first lines must agree with a sample's.
    """

    name: str
    anchors: tuple[str, ...]
    difficulty: int
    free_form: bool = False

    def source(self) -> str:
        """Its text."""
        return (
            resources.files("policies").joinpath("code_stock", f"{self.name}.cpp").read_text(encoding="utf-8")
        )


STOCK: tuple[Stocked, ...] = (
    Stocked("divisor_pairs", (r"equal square tiles", r"rectang", r"differ by at most"), 1),
    Stocked(
        "interval_selection", (r"requests", r"begin at time `b \+ c`", r"largest possible size"), 3, True
    ),
    Stocked("weighted_median", (r"smallest possible sum of the distances", r"position `x_i`"), 2),
    Stocked("cycle_colourings", (r"necklaces", r"neighbouring beads must never", r"turn"), 5),
    Stocked("tree_path_counts", (r"exactly one way", r"`n - 1`", r"most often"), 5),
    Stocked("cheapest_stretch", (r"neighbouring", r"at most `b`", r"longest|as long as possible"), 2),
    Stocked("two_lanes", (r"`a_i` minutes", r"`b_i` minutes", r"at most `k` changes"), 3),
    Stocked("window_range", (r"at least `k` consecutive", r"differ by at most `d`"), 4),
    Stocked("least_sum", (r"blocks", r"at least `w`", r"smallest (?:total mass|possible load)"), 2),
    Stocked("least_capacity", (r"given order", r"`k` full", r"smallest (?:whole )?volume"), 2),
    Stocked("waiting_list", (r"`\+ name u`", r"`- name`", r"largest urgency"), 3),
    Stocked("first_fit", (r"first lane", r"`1 a x`", r"cleared"), 5),
)


def recognise(statement: str) -> Stocked | None:
    """The stock program for a statement, or None."""
    found = (s for s in STOCK if all(re.search(anchor, statement, re.IGNORECASE) for anchor in s.anchors))
    return next(found, None)


def draft(stocked: Stocked, rng: np.random.Generator, error_rate: float) -> str:
    """The program as written in a hurry: each of its chances for a slip comes true with ``error_rate``."""
    source = stocked.source()
    for _ in range(stocked.difficulty):
        if rng.random() < error_rate:
            source = _slip(source, rng)
    return source


def _slip(source: str, rng: np.random.Generator) -> str:
    """One slip, at a random place of a random kind among those that the program offers."""
    code = source.find("main(")
    start = max(0, source.rfind("using namespace", 0, code))
    kinds = [pair for pair in SLIPS if pair[0] in source[start:]]
    written, slipped = kinds[int(rng.integers(len(kinds)))]
    places = [m.start() for m in re.finditer(re.escape(written), source) if m.start() >= start]
    place = places[int(rng.integers(len(places)))]
    return source[:place] + slipped + source[place + len(written) :]


def solve(label: str, stocked: Stocked, rng: np.random.Generator, error_rate: float, paths: Paths) -> Work:
    """Write (free), build (counted), run the samples (counted); write anew where something fails."""
    for _ in range(MOST_DRAFTS):
        text = draft(stocked, rng, error_rate)
        yield Step(f"cat > {paths.solution(label)} <<'{_DELIMITER}'\n{text}{_DELIMITER}")
        output = yield Step(_build(label, paths), counted=True)
        if _BUILT not in output.split("\n"):
            continue
        output = yield Step(_try(label, stocked, paths), counted=True)
        if _RIGHT in output and _WRONG not in output:
            return


def _build(label: str, paths: Paths) -> str:
    return f"g++ -O2 -std=c++17 -o {_program(label, paths)} {paths.solution(label)} && echo {_BUILT}"


def _try(label: str, stocked: Stocked, paths: Paths) -> str:
    samples, got, want = (
        f"{paths.app}/samples_{label}",
        f"{paths.scratch(label)}/got",
        f"{paths.scratch(label)}/want",
    )
    lines = "head -n 1" if stocked.free_form else "cat"
    return (
        f"for sample in {samples}/*.in; do {lines} ${{sample%.in}}.out > {want}; "
        f"timeout {PATIENCE} {_program(label, paths)} < $sample | {lines} > {got}; "
        f"if diff -bB {got} {want} > /dev/null; then echo {_RIGHT}; else echo {_WRONG}; fi; done"
    )


def _program(label: str, paths: Paths) -> str:
    return f"{paths.scratch(label)}/program"

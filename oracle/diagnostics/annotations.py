"""Annotations lined up with records: one settled tri-state value for each item, episode and problem."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from oracle.tables import GRADER_ERROR, UNGRADED, Bools, Ints, Records
from r3env.errors import DataError
from r3env.labels import RUBRIC, Label, Scope, Tri, newest
from r3env.problem import labels_for

TRUE, FALSE, UNKNOWN = 1, 0, -1
"""Codes of tri-state values in arrays."""

_CODES = {Tri.TRUE: TRUE, Tri.FALSE: FALSE}


@dataclass(frozen=True, slots=True)
class Annotations:
    """Settled labels.

    Attributes:
        values: code by (item, episode fingerprint, problem label or None).
        conflicts: how many judgements stayed unknown because annotators contradict each other.
    """

    values: dict[tuple[str, str, str | None], int]
    conflicts: int

    @classmethod
    def settle(cls, labels: Iterable[Label]) -> Annotations:
        """Settle the labels of all annotators: those who decide must agree, else the value is unknown.

        Args:
            labels: oldest first; the newest judgement of each annotator counts.
        """
        votes: dict[tuple[str, str, str | None], set[int]] = {}
        for label in newest(labels):
            found = votes.setdefault((label.item, label.fingerprint, label.problem), set())
            if label.value is not Tri.UNKNOWN:
                found.add(_CODES[label.value])
        values = {key: next(iter(v)) if len(v) == 1 else UNKNOWN for key, v in votes.items()}
        return cls(values, sum(len(v) > 1 for v in votes.values()))

    def of_episodes(self, records: Records, item: str) -> Ints:
        """Code of an item asked of episodes, shape (episodes,); unknown where nobody judged."""
        return self._spread(records, item, Scope.EPISODE)

    def of_slots(self, records: Records, item: str) -> Ints:
        """Code of an item asked of problems, shape (slots,); unknown where nobody judged."""
        return self._spread(records, item, Scope.PROBLEM)

    def _spread(self, records: Records, item: str, scope: Scope) -> Ints:
        if item not in RUBRIC or RUBRIC[item].scope is not scope:
            names = ", ".join(i.name for i in RUBRIC.values() if i.scope is scope)
            raise DataError(f"an item asked of one {scope} must be one of {names}, got {item!r}")
        own = {key: code for key, code in self.values.items() if key[0] == item}
        table = records.episodes
        codes = np.full(len(table) if scope is Scope.EPISODE else len(records.slots), UNKNOWN, dtype=np.int64)
        if not own:
            return codes
        rows = {str(name): row for row, name in enumerate(table.fingerprint)}
        starts = np.searchsorted(records.slots.episode, np.arange(len(table)))
        for (_, episode, problem), code in own.items():
            row = rows.get(episode)
            if row is None:
                continue
            if problem is None:
                codes[row] = code
                continue
            known = labels_for(int(table.size[row]))
            if problem not in known:
                got = f"got {problem!r}"
                raise DataError(f"label {item!r} of episode {episode}: problem must be in {known}, {got}")
            codes[starts[row] + known.index(problem)] = code
        return codes


NONE = Annotations({}, 0)
"""No annotation at all."""


def clean(records: Records, annotations: Annotations = NONE) -> Bools:
    """Clean records, shape (episodes,): no engineering failure was recorded or labelled, every slot judged."""
    slots = records.slots
    broken = (slots.outcome == GRADER_ERROR) | (slots.outcome == UNGRADED)
    bad = np.zeros(len(records.episodes), dtype=bool)
    bad[slots.episode[broken]] = True
    labelled = annotations.of_episodes(records, "engineering_failure") == TRUE
    good: Bools = ~(bad | labelled | records.episodes.infrastructure)
    return good


def summary(records: Records, annotations: Annotations) -> dict[str, dict[str, int]]:
    """Settled values of every rubric item over the records: ``{item: {"true", "false", "unknown"}}``."""
    out = {}
    for item in RUBRIC.values():
        spread = annotations.of_slots if item.scope is Scope.PROBLEM else annotations.of_episodes
        codes = spread(records, item.name)
        counts = {"true": TRUE, "false": FALSE, "unknown": UNKNOWN}
        out[item.name] = {name: int((codes == code).sum()) for name, code in counts.items()}
    return out

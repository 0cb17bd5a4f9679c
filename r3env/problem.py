"""`Problem` and `Contest`: what is played. Both are frozen; `repr` leaves out what a player must not see."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from r3env.errors import ConfigError
from r3env.fingerprint import fingerprint


class Tier(StrEnum):
    """Easy, medium or hard by the length of reference models' unbudgeted answers (paper, section 3)."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def _frozen(value: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(dict(value))


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """One problem. ``reference``, ``tier`` and ``metadata`` are hidden from every player.

    Attributes:
        id: unique within the domain.
        domain: name of the domain that states, parses and grades it.
        title: short name without hints.
        statement: what the player reads.
        reference: the gold answer, in the form the domain's grader takes.
        tier: difficulty tier, or None when the pool was never stratified.
        metadata: what the grader needs beside the reference.
        limits: domain-defined limits that the player may know (seconds, MiB).
        provenance: where the problem comes from (generator, parameters, seed, licence …).
    """

    id: str
    domain: str
    title: str
    statement: str
    reference: Any = field(default=None, repr=False)
    tier: Tier | None = field(default=None, repr=False)
    metadata: Mapping[str, Any] = field(default_factory=dict, repr=False)
    limits: Mapping[str, float] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for name in ("metadata", "limits", "provenance"):
            object.__setattr__(self, name, _frozen(getattr(self, name)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.domain, self.id))

    def __reduce__(self) -> tuple[Any, ...]:  # mapping proxies do not pickle
        return (Problem.from_dict, (self.to_dict(),))

    def public(self) -> Problem:
        """The same problem without its reference, tier, metadata and provenance."""
        return replace(self, reference=None, tier=None, metadata={}, provenance={})

    def to_dict(self) -> dict[str, Any]:
        """A plain dict; `from_dict` makes the problem again."""
        return {
            "id": self.id,
            "domain": self.domain,
            "title": self.title,
            "statement": self.statement,
            "reference": self.reference,
            "tier": None if self.tier is None else str(self.tier),
            "metadata": dict(self.metadata),
            "limits": dict(self.limits),
            "provenance": dict(self.provenance),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Problem:
        """Inverse of `to_dict`."""
        tier = data.get("tier")
        return cls(**{**data, "tier": None if tier is None else Tier(tier)})


@lru_cache(maxsize=4096)
def content_digest(contest: Contest) -> str:
    """Fingerprint of all that a contest holds, references included; remembered, since every episode needs it."""
    return fingerprint(contest.to_dict())


def labels_for(count: int) -> tuple[str, ...]:
    """Labels of ``count`` problems in presented order: A, B, C … (at most 26).

    >>> labels_for(3)
    ('A', 'B', 'C')
    """
    if not 1 <= count <= 26:
        raise ConfigError(f"a contest holds 1 to 26 problems, got {count}")
    return tuple(string.ascii_uppercase[:count])


@dataclass(frozen=True, slots=True)
class Contest:
    """Problems of one domain under one shared budget, in the order in which they are shown.

    Attributes:
        id: for instance ``ar/001``; a single-problem contest made by `single` is ``ar/001:C``.
        domain: name of the domain.
        problems: in presented order; position 1 has label A.
        target: label of the only problem that counts in target-in-suite stress (spec section 8), else None.
    """

    id: str
    domain: str
    problems: tuple[Problem, ...]
    target: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "problems", tuple(self.problems))
        labels_for(len(self.problems))
        strangers = [p.id for p in self.problems if p.domain != self.domain]
        if strangers:
            raise ConfigError(f"contest {self.id} is of domain {self.domain!r}, but {strangers} are not")
        ids = [p.id for p in self.problems]
        if len(set(ids)) != len(ids):
            raise ConfigError(f"contest {self.id} holds a problem twice: {ids}")
        if self.target is not None and self.target not in self.labels:
            raise ConfigError(f"target must be one of {', '.join(self.labels)}, got {self.target!r}")

    def __len__(self) -> int:
        return len(self.problems)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels in presented order."""
        return labels_for(len(self.problems))

    def items(self) -> Iterator[tuple[str, Problem]]:
        """Pairs of label and problem."""
        return zip(self.labels, self.problems, strict=True)

    def __getitem__(self, label: str) -> Problem:
        if label not in self.labels:
            raise ConfigError(f"contest {self.id} has no problem {label!r}, only {', '.join(self.labels)}")
        return self.problems[self.labels.index(label)]

    def single(self, label: str) -> Contest:
        """The problem at ``label`` alone, as a contest of one."""
        return Contest(id=f"{self.id}:{label}", domain=self.domain, problems=(self[label],))

    def with_target(self, label: str) -> Contest:
        """The same contest with one target; the other problems are distractors."""
        return replace(self, target=label)

    def public(self) -> Contest:
        """The same contest with nothing hidden in it: what a scheduler or a policy could ever see."""
        return replace(self, problems=tuple(p.public() for p in self.problems))

    def to_dict(self) -> dict[str, Any]:
        """A plain dict; `from_dict` makes the contest again."""
        return {
            "id": self.id,
            "domain": self.domain,
            "problems": [p.to_dict() for p in self.problems],
            "target": self.target,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Contest:
        """Inverse of `to_dict`."""
        problems = tuple(Problem.from_dict(p) for p in data["problems"])
        return cls(id=data["id"], domain=data["domain"], problems=problems, target=data.get("target"))

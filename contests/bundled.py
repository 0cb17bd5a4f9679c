"""What a domain offers beyond `r3env.domain.Domain` to ship contests of its own, and their presented order."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from r3env.errors import ConfigError
from r3env.problem import Contest, Problem

Order = Literal["shuffled", "published"]
ORDERS: tuple[Order, ...] = ("shuffled", "published")
DEFAULT_ORDER: Order = "shuffled"


@runtime_checkable
class Bundled(Protocol):
    """A domain with a bundled suite. `contests.load` and `contests.load_suite` ask for nothing else."""

    name: str

    def contest_ids(self) -> tuple[str, ...]:
        """Ids of all bundled contests, in order, for instance ``ar/001``; cheap."""
        ...

    def load_contests(self, ids: Sequence[str], order: Order = ..., seed: int = ...) -> list[Contest]:
        """These contests, in this order of ids; ``order`` and ``seed`` as in `presented`."""
        ...


@runtime_checkable
class ReadsPublished(Protocol):
    """A domain that makes a problem from one row of a published file itself (`contests.load_published`)."""

    def published_problem(self, fields: Mapping[str, Any], place: str) -> Problem:
        """The problem of one row; `DataError` with ``place`` and the field for a malformed one."""
        ...


def presented(
    contest_id: str, problems: Sequence[Problem], order: Order = DEFAULT_ORDER, seed: int = 0
) -> tuple[Problem, ...]:
    """Problems in the order in which a contest shows them.

    ``published`` keeps the given order. ``shuffled`` sorts by a hash of seed, contest and problem id: it never
    sees a tier or a position, and gives the same order on every machine and in every version.

    Raises:
        ConfigError: no such order.
    """
    if order not in ORDERS:
        raise ConfigError(f"order must be one of {', '.join(ORDERS)}, got {order!r}")
    if order == "published":
        return tuple(problems)

    def key(problem: Problem) -> bytes:
        return hashlib.sha256(f"{seed}\n{contest_id}\n{problem.id}".encode()).digest()

    return tuple(sorted(problems, key=key))

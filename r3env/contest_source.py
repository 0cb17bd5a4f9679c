"""`ContestSource`: the contests an environment draws from, given as an id, a range, a suite or objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from r3env import catalog
from r3env.errors import ConfigError
from r3env.problem import Contest
from r3env.registry import load_attribute

if TYPE_CHECKING:
    import numpy as np

ContestLike = str | Contest | Iterable[Contest]


def resolve(contest: ContestLike) -> tuple[Contest, ...]:
    """Contests named by an id (``ar/001``), a range (``ar/001-010``) or a suite (``ar``), or given as objects.

    Raises:
        ConfigError: nothing usable came; UnknownNameError: no such domain or contest.
    """
    if isinstance(contest, Contest):
        return (contest,)
    if isinstance(contest, str):
        return tuple(load_attribute(catalog.CONTEST_LOADER)(contest))
    try:
        found = tuple(contest)
    except TypeError:
        found = ()
    if not found or not all(isinstance(c, Contest) for c in found):
        raise ConfigError(
            f"contest must be an id such as 'ar/001', a range, a suite name or a Contest, got {contest!r}"
        )
    return found


def common_size(contests: Iterable[Contest]) -> int:
    """Number of problems of every one of the contests.

    Raises:
        ConfigError: they differ in size, so no one observation space fits them.
    """
    sizes = {len(contest) for contest in contests}
    if len(sizes) != 1:
        raise ConfigError(f"the contests of one environment must have one size, got {sorted(sizes)}")
    return sizes.pop()


class ContestSource:
    """Contests to draw from; with one contest there is nothing random about it.

    Args:
        contest: see `resolve`.
        target: label of the target in target-in-suite stress, applied to every contest.
    """

    def __init__(self, contest: ContestLike, target: str | None = None) -> None:
        found = resolve(contest)
        self.contests: Sequence[Contest] = [c.with_target(target) for c in found] if target else found

    def draw(self, rng: np.random.Generator, options: dict[str, Any] | None) -> Contest:
        """The contest of the next episode: ``options["contest"]`` if given, else one drawn by ``rng``."""
        asked = (options or {}).get("contest")
        if asked is not None:
            return resolve(asked)[0]
        if len(self.contests) == 1:
            return self.contests[0]
        return self.contests[int(rng.integers(len(self.contests)))]

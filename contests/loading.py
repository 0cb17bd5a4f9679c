"""`load`, `load_many` and `load_suite`: contests by id, whatever domain they are of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from contests.bundled import DEFAULT_ORDER, Bundled, Order
from contests.suite import Suite, load_file
from r3env.catalog import domains
from r3env.domain import Domain, load_domain
from r3env.errors import ConfigError, UnknownNameError
from r3env.problem import Contest
from r3env.registry import nearest

_RANGE = re.compile(r"(?P<first>\d+)-(?P<last>\d+)")


def domain(name: str) -> Domain:
    """The domain called ``name``, ready to use.

    Raises:
        UnknownNameError: no such domain; the message suggests the nearest one.
    """
    return load_domain(name)


def _bundled(name: str) -> Bundled:
    found = domain(name)
    if not isinstance(found, Bundled):
        raise ConfigError(f"domain {name!r} ships no contests: give a suite file instead")
    return found


def _check_known(contest_id: str, known: tuple[str, ...]) -> None:
    if contest_id not in known:
        near = nearest(contest_id, list(known))
        raise UnknownNameError(
            f"unknown contest {contest_id!r}{near}: expected {known[0]} to {known[-1]}"
            if known
            else f"unknown contest {contest_id!r}: its domain ships none"
        )


def _domain_part(contest_id: str) -> str:
    name, slash, rest = contest_id.partition("/")
    if not slash or not rest:
        domains.entry(name)  # an unknown domain first: that is the likelier slip
        raise ConfigError(f"expected a contest id such as {name}/001, got {contest_id!r}")
    return name


def expand(spec: str | Iterable[str]) -> list[str]:
    """Contest ids named by ``ar/001``, ``ar/001-010``, ``ar``, or several of them separated by commas or blanks.

    A range counts in numbers and keeps the width of its first end; a bare domain stands for all its contests.
    A repeated id is kept once.

    Raises:
        UnknownNameError: an id or a domain does not exist.
        ConfigError: a malformed id or an empty range.
    """
    words = re.split(r"[,\s]+", spec.strip()) if isinstance(spec, str) else list(spec)
    ids: list[str] = []
    for word in filter(None, words):
        if "/" not in word:
            ids += _bundled(word).contest_ids()
            continue
        name = _domain_part(word)
        known = _bundled(name).contest_ids()
        span = _RANGE.fullmatch(word.partition("/")[2])
        if span is None:
            named = [word]
        else:
            first, last = int(span["first"]), int(span["last"])
            if first > last:
                raise ConfigError(f"expected a range from a lower to a higher number, got {word!r}")
            width = len(span["first"])
            _check_known(f"{name}/{span['last']}", known)
            named = [f"{name}/{number:0{width}d}" for number in range(first, last + 1)]
        for contest_id in named:
            _check_known(contest_id.partition(":")[0], known)
        ids += named
    if not ids:
        raise ConfigError("expected at least one contest id, for instance ar/001, got none")
    return list(dict.fromkeys(ids))


def load_many(spec: str | Iterable[str], *, order: Order = DEFAULT_ORDER, seed: int = 0) -> list[Contest]:
    """Contests named by ``spec`` (see `expand`), in that order.

    Args:
        spec: ids, ranges or domains. ``ar/001:C`` is one problem alone, by its label in the presented order.
        order: ``shuffled`` (default: tiers cannot be read off the order) or ``published`` (easy first).
        seed: seed of the shuffle.
    """
    ids = expand(spec)
    whole = list(dict.fromkeys(contest_id.partition(":")[0] for contest_id in ids))
    loaded: dict[str, Contest] = {}
    for name in dict.fromkeys(contest_id.partition("/")[0] for contest_id in whole):
        own = [contest_id for contest_id in whole if contest_id.startswith(f"{name}/")]
        loaded |= {contest.id: contest for contest in _bundled(name).load_contests(own, order, seed)}
    result = []
    for contest_id in ids:
        contest, _, label = contest_id.partition(":")
        result.append(loaded[contest].single(label) if label else loaded[contest])
    return result


def load(contest_id: str, *, order: Order = DEFAULT_ORDER, seed: int = 0) -> Contest:
    """One contest, for instance ``ar/001``; ``ar/001:C`` is its problem C alone.

    Raises:
        UnknownNameError: no such contest or domain; the message suggests the nearest name.
        ConfigError: the id names several contests, or is malformed.
    """
    _domain_part(contest_id)
    found = load_many(contest_id, order=order, seed=seed)
    if len(found) != 1:
        raise ConfigError(f"expected one contest, but {contest_id!r} names {len(found)}: use load_many")
    return found[0]


def load_suite(source: str | Path, *, order: Order = DEFAULT_ORDER, seed: int = 0) -> Suite:
    """The bundled suite of a domain (``ar``), or a suite file written by `Suite.save`.

    A path, or a name that ends in ``.jsonl``, is a file; ``order`` and ``seed`` concern bundled suites only: a
    file holds its order.
    """
    if isinstance(source, Path) or source.endswith(".jsonl"):
        return load_file(Path(source))
    return Suite(source, tuple(load_many(source, order=order, seed=seed)))

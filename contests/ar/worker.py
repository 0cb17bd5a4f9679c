"""The child process that holds Reasoning Gym: makes entries and scores answers, one JSON line each way.

Run as ``python -P -m contests.ar.worker`` by `contests.ar.client`, under a fixed ``PYTHONHASHSEED``, because
some generators iterate over sets. Every request carries a time limit; past it the process ends itself.
"""

from __future__ import annotations

import copy
import datetime
import decimal
import json
import os
import random
import signal
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any, TextIO

from contests.ar import codec

DECIMAL_PRECISION = 28
"""Digits of decimal arithmetic in a new Python process."""

PUBLISHED_DAY = datetime.date(2026, 5, 29)
"""Today, as far as generators are concerned."""

STARTUP_LIMIT = 120.0
"""Seconds allowed for importing Reasoning Gym."""


class Datasets:
    """Reasoning Gym data sets by generator and parameters.

    Some data sets keep state in their class (the last one made decides what all of them give), so entries are
    made from the data set that was made last; scoring looks at no such state and may use an older one.
    """

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}
        self._last = ""

    def for_making(self, generator: str, parameters: dict[str, Any]) -> Any:
        """The data set made last, if it is this one, else a new one."""
        key = codec.dumps([generator, parameters])
        return self._made[key] if key == self._last else self._new(key, generator, parameters)

    def for_scoring(self, generator: str, parameters: dict[str, Any]) -> Any:
        """A data set of this kind, made once."""
        key = codec.dumps([generator, parameters])
        return self._made[key] if key in self._made else self._new(key, generator, parameters)

    def _new(self, key: str, generator: str, parameters: dict[str, Any]) -> Any:
        import reasoning_gym

        reset_globals()
        self._made[key] = reasoning_gym.create_dataset(generator, **codec.decode(parameters))
        self._last = key
        return self._made[key]


def reset_globals(precision: int | None = None) -> None:
    """Put back what generators change for the whole process, so that no entry depends on an earlier one.

    Some draw from the global generators, and `decimal_arithmetic` sets the precision of all decimal arithmetic.
    The published entries of `decimal_chain_sum` were made in its wake, hence ``precision`` (digits).
    """
    import numpy

    random.seed(0)
    numpy.random.seed(0)
    decimal.setcontext(decimal.Context(prec=precision or DECIMAL_PRECISION))


def fix_today() -> None:
    """`time_intervals` builds on the current date: give it the day on which the published entries were made.

    It asks for the date itself, and its parser puts today in for what a time of day leaves open.
    """
    from dateutil import parser  # type: ignore[import-untyped]  # a dependency of Reasoning Gym
    from reasoning_gym.arithmetic import time_intervals

    class PublishedDay(datetime.date):
        @classmethod
        def today(cls) -> datetime.date:  # type: ignore[override]
            return PUBLISHED_DAY

    time_intervals.date = PublishedDay
    midnight = datetime.datetime.combine(PUBLISHED_DAY, datetime.time())
    time_intervals.parser = SimpleNamespace(parse=partial(parser.parse, default=midnight))


def make(
    datasets: Datasets, generator: str, parameters: dict[str, Any], index: int, precision: int | None = None
) -> dict[str, Any]:
    """One entry, encoded: ``question``, ``answer`` (None for a few generators) and ``metadata``."""
    dataset = datasets.for_making(generator, parameters)
    reset_globals(precision)
    entry = dataset[index]
    return {name: codec.encode(entry[name]) for name in ("question", "answer", "metadata")}


def score(
    datasets: Datasets, generator: str, parameters: dict[str, Any], entry: dict[str, Any], answers: list[str]
) -> dict[str, Any]:
    """Best score of several spellings of one answer, and what the upstream scorer raised, if anything.

    Raises:
        ValueError: the scorer would evaluate the entry itself, and it holds code.
    """
    from contests.ar.guards import check_entry, guarded_score

    check_entry(generator, entry)
    dataset = datasets.for_scoring(generator, parameters)
    reset_globals()
    decoded = {name: codec.decode(value) for name, value in entry.items()}
    scores, raised = [0.0], ""
    for answer in answers:
        try:
            scores.append(guarded_score(generator, dataset, answer, copy.deepcopy(decoded)))
        except Exception as error:  # upstream scorers raise all kinds on junk
            raised = f"{type(error).__name__}: {error}"[:200]
    # Full credit is exactly 1: some scorers give a wrong answer more.
    return {"score": 1.0 if 1.0 in scores else min(max(scores), 0.999), "raised": raised}


def generators() -> dict[str, Any]:
    """Names of all generators."""
    from reasoning_gym.factory import DATASETS

    return {"generators": sorted(DATASETS)}


def _limit_resources() -> None:
    """At most 4 GiB of address space, so that a runaway scorer ends this process and nothing else."""
    try:
        import resource
    except ImportError:
        return
    size = 4 << 30
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY or soft > size:
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))


def _answer(datasets: Datasets, request: dict[str, Any]) -> dict[str, Any]:
    operation = request.pop("op")
    try:
        if operation == "make":
            return make(datasets, **request)
        if operation == "score":
            return score(datasets, **request)
        return generators()
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:500]}


def serve(requests: TextIO, replies: TextIO) -> None:
    """Answer requests until the stream ends, which it does when the parent ends."""
    from importlib.metadata import version

    signal.setitimer(signal.ITIMER_REAL, STARTUP_LIMIT)  # SIGALRM's default action ends the process
    fix_today()  # imports Reasoning Gym, under the start-up limit
    signal.setitimer(signal.ITIMER_REAL, 0)
    sys.set_int_max_str_digits(10_000)
    replies.write(json.dumps({"ready": version("reasoning-gym")}) + "\n")
    replies.flush()
    datasets = Datasets()
    for line in requests:
        request = json.loads(line)
        signal.setitimer(signal.ITIMER_REAL, request.pop("limit"))
        reply = json.dumps(_answer(datasets, request))
        signal.setitimer(signal.ITIMER_REAL, 0)
        replies.write(reply + "\n")
        replies.flush()


def main() -> None:
    """Keep the reply stream to ourselves: Reasoning Gym prints to standard output."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # a parent that ignores or blocks it hands that down
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
    _limit_resources()
    serve(sys.stdin, replies)


if __name__ == "__main__":
    main()

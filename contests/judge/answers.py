"""A package as a task: its tests made, and the answers that it does not hold computed by the reference.

Making all tests takes seconds, so they are kept: a few tasks in memory, all of them in the cache on disk.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

from contests.code import generate
from contests.code.package import Package, Test
from contests.code.package_check import CompileError, limits_of, run_verdict
from contests.judge import cache
from contests.judge.building import build, run
from contests.judge.languages import language
from contests.judge.task import Case, JudgeError, Task
from contests.judge.worker import Box

KEPT = 8
"""Packages whose tests one process keeps in memory."""

_INPUT, _ANSWER = "input/", "answer/"
_made: OrderedDict[str, tuple[Case, ...]] = OrderedDict()
_lock = threading.Lock()


def task_of(package: Package, box: Box) -> Task:
    """The package's tests with answers, in judging order.

    Args:
        package: a loaded package.
        box: where the reference runs; not started when nothing is to be computed.

    Raises:
        JudgeError: the reference does not build or does not end well on a test.
        DataError: the generator fails.
    """
    # The checker is no part of the key: it makes no tests, and its program is read when it is built.
    return Task(package.id, package.checker, _cases(package, box))


def _cases(package: Package, box: Box) -> tuple[Case, ...]:
    key = fingerprint(package)
    with _lock:
        if key in _made:
            _made.move_to_end(key)
            return _made[key]
    entry = cache.read(key)
    if entry is None:
        entry = _make(package, box)
        cache.write(key, entry)
    names = [name.removeprefix(_INPUT) for name in entry if name.startswith(_INPUT)]
    cases = tuple(
        Case(name, entry[_INPUT + name], entry[_ANSWER + name], package.time, package.memory)
        for name in names
    )
    with _lock:
        _made[key] = cases
        while len(_made) > KEPT:
            _made.popitem(last=False)
    return cases


def fingerprint(package: Package) -> str:
    """A key that changes with everything that tests and answers are made from."""
    return cache.key_of(_parts(package))


def _parts(package: Package) -> Iterator[bytes | str]:
    tests = sorted(path for path in (package.folder / "tests").rglob("*") if path.is_file())
    yield from (
        package.id,
        package.checker.kind,
        str(package.generated),
        str(package.time),
        str(package.memory),
    )
    for path in (Path(generate.__file__), package.folder / "statement.md", package.reference.path, *tests):
        yield path.name
        yield path.read_bytes()


def _make(package: Package, box: Box) -> cache.Entry:
    entry: dict[str, bytes] = {}
    for test in package.tests():
        entry[_INPUT + test.name] = test.input
        answer = test.answer
        if answer is None:
            answer = b"" if package.interactive else _answer(package, test, box)
        entry[_ANSWER + test.name] = answer
    return entry


def _answer(package: Package, test: Test, box: Box) -> bytes:
    solution = package.reference
    try:
        program = build(box, language(solution.language), solution.source)
    except CompileError as error:
        raise JudgeError(f"{package.id}: the reference does not build: {error}", lasting=True) from None
    result = run(box, program, test.input, limits_of(package))
    ended = run_verdict(result)
    if ended is not None:
        raise JudgeError(
            f"{package.id}: the reference ends with {ended.verdict} on {test.name}", lasting=True
        )
    return result.stdout

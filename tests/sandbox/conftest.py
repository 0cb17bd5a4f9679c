"""Backends that work on this machine; the tests run once for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from r3env.sandbox import Limits, Sandbox, open_sandbox
from r3env.sandbox.choose import check

BACKENDS = ("bwrap", "sandlock")


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """Name of a backend that passes its self-check."""
    report = check(request.param)
    if not report.available:
        pytest.skip(f"{request.param} does not work here: {dict(report.tested)}")
    return str(request.param)


@pytest.fixture
def make(backend: str) -> Callable[[], Sandbox]:
    """Makes sandboxes that are not started."""
    return lambda: open_sandbox(backend)


@pytest.fixture
def box(make: Callable[[], Sandbox]) -> Iterator[Sandbox]:
    """A started sandbox with small limits."""
    sandbox = make()
    sandbox.start(
        {f"{sandbox.paths.app}/seen": b"seen\n"}, Limits(memory=512, processes=64, file_size=32, storage=96)
    )
    yield sandbox
    sandbox.close()

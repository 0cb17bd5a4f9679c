"""Every backend that works here keeps the whole contract."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from r3env.errors import ConfigError
from r3env.sandbox import Sandbox, conformance, open_sandbox
from r3env.sandbox.protocol import CommandResult


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
def test_backend_conforms(check: conformance.Check, make: Callable[[], Sandbox]) -> None:
    need = conformance.NEEDS.get(check.__name__)  # type: ignore[attr-defined]
    if need is not None and need not in make().caps:
        pytest.skip(f"the backend does not claim {need}")
    check(make)


class _Leaky:
    """A backend whose answers are wrong: the suite must say so."""

    def __init__(self, inner: Sandbox) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)

    def run(self, *_arguments: object, **_options: object) -> CommandResult:
        return CommandResult("SECRET", 0, 0.0)


@pytest.mark.parametrize(
    "check",
    [conformance.shell_state, conformance.no_network, conformance.system_read_only, conformance.file_fence],
)
def test_suite_notices_a_bad_backend(check: conformance.Check, make: Callable[[], Sandbox]) -> None:
    with pytest.raises(conformance.ConformanceError):
        check(lambda: _Leaky(make()))  # type: ignore[arg-type, return-value]


def test_a_backend_that_raises_or_lacks_members_is_reported(make: Callable[[], Sandbox]) -> None:
    class Raising(_Leaky):
        def start(self, *_arguments: object, **_options: object) -> None:
            raise OSError("no room")

    found = conformance.run(lambda: Raising(make()))  # type: ignore[arg-type, return-value]
    assert found["shell_state"].startswith("raised OSError: no room")
    assert conformance.run(lambda: "box") == {  # type: ignore[arg-type, return-value]
        "members": "str lacks caps, close, paths, read, run, spawn, start, survivors, write"
    }
    with pytest.raises(ConfigError, match="made a dict that lacks paths, caps, start"):
        open_sandbox("builtins:dict")

"""What every sandbox must hold, as checks to run against any backend: yours too.

Each check takes a factory of sandboxes that are not started, and raises `ConformanceError` with what went wrong.
A check that needs a capability the backend does not claim is skipped by `run`.

    >>> from r3env.sandbox import conformance, open_sandbox
    >>> conformance.run(open_sandbox)  # doctest: +SKIP
    {'shell_state': 'ok', 'shell_output': 'ok', ...}
"""

from __future__ import annotations

from r3env.errors import told
from r3env.sandbox.conformance.fences import cpu_allowance, exec_fence, file_fence, free_leaves_nothing
from r3env.sandbox.conformance.harness import Check, ConformanceError, Factory
from r3env.sandbox.conformance.isolation import (
    file_size_limit,
    memory_limit,
    no_host_secrets,
    no_network,
    no_references,
    nothing_left,
    process_limit,
    storage_limit,
    system_read_only,
)
from r3env.sandbox.conformance.shell import (
    shell_background,
    shell_output,
    shell_restart,
    shell_standard_input,
    shell_state,
    shell_timeout,
)
from r3env.sandbox.conformance.stateless import read_types, spawn_endings, spawn_streams
from r3env.sandbox.protocol import MEMBERS

__all__ = [
    "CHECKS",
    "NEEDS",
    "Check",
    "ConformanceError",
    "Factory",
    "cpu_allowance",
    "exec_fence",
    "file_fence",
    "file_size_limit",
    "free_leaves_nothing",
    "memory_limit",
    "no_host_secrets",
    "no_network",
    "no_references",
    "nothing_left",
    "process_limit",
    "read_types",
    "run",
    "shell_background",
    "shell_output",
    "shell_restart",
    "shell_standard_input",
    "shell_state",
    "shell_timeout",
    "spawn_endings",
    "spawn_streams",
    "storage_limit",
    "system_read_only",
]

NEEDS: dict[str, str] = {
    "no_network": "network", "memory_limit": "memory", "process_limit": "processes",
    "file_size_limit": "file_size", "storage_limit": "storage", "exec_fence": "exec_fence",
    "cpu_allowance": "cpu", "file_fence": "file_fence", "free_leaves_nothing": "exec_fence",
}  # fmt: skip
"""Capability that a check needs, by its name."""

CHECKS: tuple[Check, ...] = (
    shell_state, shell_output, shell_timeout, shell_restart, shell_background, shell_standard_input,
    no_network, no_host_secrets, no_references, system_read_only,
    memory_limit, process_limit, file_size_limit, storage_limit,
    exec_fence, cpu_allowance, free_leaves_nothing, file_fence,
    read_types, spawn_endings, spawn_streams, nothing_left,
)  # fmt: skip
"""All checks, in reading order."""


def run(make: Factory) -> dict[str, str]:
    """Run every check; gives ``ok``, ``skipped: …`` or what went wrong, by name."""
    box = make()
    absent = sorted(name for name in MEMBERS if not hasattr(box, name))
    if absent:
        return {"members": f"{type(box).__name__} lacks {', '.join(absent)}"}
    caps = box.caps
    results = {}
    for check in CHECKS:
        name = getattr(check, "__name__", str(check))
        if NEEDS.get(name, "") not in {"", *caps}:
            results[name] = f"skipped: the backend does not claim {NEEDS[name]}"
            continue
        try:
            check(make)
        except ConformanceError as error:
            results[name] = str(error)
        except Exception as error:  # the backend's own code: anything may happen there
            results[name] = f"raised {told(error)}"
        else:
            results[name] = "ok"
    return results

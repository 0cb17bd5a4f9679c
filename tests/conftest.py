"""Shared fixtures: the toy domain is registered, and caches go to a folder that ends with the session."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

from r3env import catalog
from r3env.sandbox import check_all

catalog.domains.add("toy", "tests.toy:Toy")


def pytest_configure(config: pytest.Config) -> None:
    """One cache folder for all workers; they inherit the variable from the process that starts them."""
    if not hasattr(config, "workerinput"):
        config.r3env_cache = tempfile.mkdtemp(prefix="r3env-test-cache-")  # type: ignore[attr-defined]
        os.environ["XDG_CACHE_HOME"] = config.r3env_cache  # type: ignore[attr-defined]


NEED_SANDBOX = (
    "tests/code/test_domain",
    "tests/envs/test_agentic",
    "tests/envs/test_schedulers",
    "tests/envs/test_vector",
    "tests/judge/",
    "tests/policies/test_human",
    "tests/policies/test_shell_code",
    "tests/policies/test_tools_episode",
)
"""Tests that run commands; where nothing isolates they are skipped, and the reason is said."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a sandbox on a machine that has none."""
    wanting = [item for item in items if item.nodeid.startswith(NEED_SANDBOX)]
    if wanting and not any(report.available for report in check_all()):
        for item in wanting:
            item.add_marker(pytest.mark.skip(reason="no sandbox works on this machine (r3env sandbox check)"))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    folder = getattr(config, "r3env_cache", None)
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)

"""Shared fixtures: the toy domain is registered, and caches go to a folder that ends with the session."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

from r3env import catalog

catalog.domains.add("toy", "tests.toy:Toy")


def pytest_configure(config: pytest.Config) -> None:
    """One cache folder for all workers; they inherit the variable from the process that starts them."""
    if not hasattr(config, "workerinput"):
        config.r3env_cache = tempfile.mkdtemp(prefix="r3env-test-cache-")  # type: ignore[attr-defined]
        os.environ["XDG_CACHE_HOME"] = config.r3env_cache  # type: ignore[attr-defined]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    folder = getattr(config, "r3env_cache", None)
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)

"""Run a package's test generator in a child process, the same on every Python and under every hash seed.

A generator is a standard-library Python file with two functions, ``test(i, rng) -> str`` and
``small(i, rng) -> str``, for ``i`` from 1 on. ``rng`` is a fresh ``random.Random`` seeded with the text
``<package id>/<kind>/<i>``. This file is also the child's program:
``python generate.py GENERATOR KIND COUNT NAME`` writes a JSON list of texts.
"""

from __future__ import annotations

import json
import os
import random
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

TIMEOUT = 120.0
"""Seconds of wall time for all tests of one kind."""


def generate(
    script: Path, kind: str, count: int, *, name: str, hash_seed: int = 0, python: str = sys.executable
) -> list[str]:
    """Texts 1 … ``count`` of one kind (``test`` or ``small``).

    Args:
        script: the generator.
        kind: name of the function in it.
        count: how many texts.
        name: package id, part of every seed.
        hash_seed: ``PYTHONHASHSEED`` of the child; a sound generator does not depend on it.
        python: the interpreter to use.

    Raises:
        DataError: the generator fails, takes longer than `TIMEOUT`, or returns something else than text.
    """
    from r3env.errors import DataError  # not at the top: the child must start without the library

    if count == 0:
        return []
    argv = [python, "-s", "-P", __file__, str(script), kind, str(count), name]
    env = {"PATH": os.defpath, "PYTHONHASHSEED": str(hash_seed), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(argv, env=env, capture_output=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        raise DataError(f"{name}: generator took more than {TIMEOUT:.0f} s for its {kind} texts") from None
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["no message"]
        raise DataError(f"{name}: generator failed on its {kind} texts: {lines[-1]}")
    try:
        texts: list[str] = json.loads(done.stdout)
    except ValueError:
        shown = done.stdout[:40]
        raise DataError(
            f"{name}: generator failed on its {kind} texts: it must print nothing itself, got {shown!r}"
        ) from None
    return texts


def _texts(script: str, kind: str, count: int, name: str) -> list[str]:
    function: Any = runpy.run_path(script)[kind]
    texts = []
    for i in range(1, count + 1):
        text = function(i, random.Random(f"{name}/{kind}/{i}"))
        if not isinstance(text, str) or not text.endswith("\n"):
            raise TypeError(
                f"{kind}({i}) must return text that ends with a newline, got {type(text).__name__}"
            )
        texts.append(text)
    return texts


if __name__ == "__main__":
    json.dump(_texts(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]), sys.stdout)

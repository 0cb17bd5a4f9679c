"""Stacks with a name of their own."""

from __future__ import annotations

from typing import Any

import gymnasium

from schedulers.coverage import Coverage
from schedulers.verification import Verification


def coverage_verification(env: gymnasium.Env[dict[str, Any], str]) -> Verification:
    """Strategy B of the paper: coverage inside, the verification gate around it."""
    return Verification(Coverage(env))


def reference(env: gymnasium.Env[dict[str, Any], str]) -> gymnasium.Env[dict[str, Any], str]:
    """No scheduler."""
    return env

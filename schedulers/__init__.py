"""Schedulers: Gymnasium wrappers that guard a shared budget (spec section 6)."""

from __future__ import annotations

from schedulers.coverage import Coverage
from schedulers.stop import StopAndFinalize
from schedulers.verification import Verification

__all__ = ["Coverage", "StopAndFinalize", "Verification"]

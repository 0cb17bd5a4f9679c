"""Repairs of Reasoning Gym's scorers: what accepts wrong answers, evaluates text, or takes unbounded time.

Runs in the worker process. `guarded_score` is the only way to a scorer.
"""

from __future__ import annotations

from typing import Any


def guarded_score(generator: str, dataset: Any, answer: str, entry: dict[str, Any]) -> float:
    """Score of ``answer`` between 0 and 1 by the generator's scorer, behind its guard if it needs one."""
    return float(dataset.score_answer(answer, entry))

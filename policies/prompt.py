"""What the model-free policies share: the setting, the labelled statements, completions and seeds."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from r3env.policy import Info, Observation

COMPLETE = "mark_task_complete"
"""The command that ends an agentic episode."""
NO_ANSWER = "No answer"
"""The missing marker of the text domains, as the prompts teach it."""

_HEADING = re.compile(r"^=== Problem ([A-Z])(?:: .*)? ===$", re.MULTILINE)
_END = re.compile(r"^=== End of problems ===$", re.MULTILINE)


def setting_of(observation: Observation, info: Info) -> str:
    """``tool_free`` or ``agentic``: as ``info`` says, else by the stage that only completions have."""
    named = info.get("setting")
    if named is not None:
        return str(named)
    return "tool_free" if "stage" in observation else "agentic"


def statements(instruction: str) -> dict[str, str]:
    """Label to statement, read from the headed sections of a prompt, in presented order.

    >>> statements("Rules.\\n=== Problem A: Sum ===\\n1 + 1 = ?\\n=== End of problems ===\\nReply.")
    {'A': '1 + 1 = ?'}
    """
    found = list(_HEADING.finditer(instruction))
    end = _END.search(instruction, found[-1].end()) if found else None
    stops = [m.start() for m in found[1:]] + [end.start() if end else len(instruction)]
    return {
        heading.group(1): instruction[heading.end() : stop].strip("\n")
        for heading, stop in zip(found, stops, strict=False)
    }


def labels_of(observation: Observation, info: Info) -> list[str]:
    """Labels of the episode's problems in presented order."""
    named = info.get("labels")
    return list(named) if named is not None else list(statements(str(observation["instruction"])))


def completion(text: str) -> dict[str, Any]:
    """A tool-free action whose tokens the environment counts."""
    return {"text": text, "reasoning": "", "output_tokens": -1}


def generator(seed: int | None, stream: str) -> np.random.Generator:
    """A generator of its own for one policy: the same seed gives different policies different draws."""
    if seed is None:
        return np.random.default_rng()
    return np.random.default_rng([seed, *stream.encode()])

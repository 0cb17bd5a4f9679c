"""Registers the environments with Gymnasium; importing `r3env` calls it."""

from __future__ import annotations

import gymnasium

ENVIRONMENTS = {
    "r3env/ToolFree-v0": "r3env.envs.tool_free:ToolFreeEnv",
    "r3env/Agentic-v0": "r3env.envs.agentic:make",
}


def register() -> None:
    """Register every environment once; calling it again changes nothing."""
    for name, entry_point in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point=entry_point, disable_env_checker=False)

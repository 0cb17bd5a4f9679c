"""A policy of one's own in a plain Gymnasium loop, under a scheduler.

Run: ``python examples/play_a_contest.py``. Needs a sandbox (see ``r3env sandbox check``).
"""

from __future__ import annotations

import gymnasium as gym

import r3env  # noqa: F401  registers the environments
from schedulers import Coverage


def main() -> None:
    """Look once at every problem, record one answer, complete."""
    env = Coverage(gym.make("r3env/Agentic-v0", contest="ar/007", budget=7))
    _, info = env.reset(seed=0)
    for label in info["labels"]:
        env.step(f"focus_problem {label}")
        _, _, _, _, info = env.step(f"wc -w /app/problem_{label}.md")
        event = info["event"]
        print(label, event["kind"], event["output"].strip(), "|", info["budget"]["remaining"], "left")
    env.step("submit_answer A 42")
    _, reward, _, _, info = env.step("mark_task_complete")
    print(reward, [str(verdict) for verdict in info["verdicts"]])
    env.close()


if __name__ == "__main__":
    main()

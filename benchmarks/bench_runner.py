"""Overhead of the runner for a tool-free episode of an instant policy, and of an agentic step over its command.

Run: ``python benchmarks/bench_runner.py``. Prints medians in milliseconds.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import policies
from r3env import RunStore
from r3env.campaign import run_campaign
from r3env.plans import Field, make_env, policy_factory
from r3env.rollout import run_episode


def tool_free(episodes: int = 400) -> float:
    """Milliseconds an episode, planning and storing included, median of five campaigns."""
    import contests

    found = contests.load_many("ar/001-010")
    times = []
    for _ in range(5):
        with tempfile.TemporaryDirectory() as folder, RunStore(Path(folder) / "run.sqlite") as store:
            began = time.perf_counter()
            field = Field("tool_free", found, policy_factory("nothing", {}))
            run_campaign(store, list(field.contest_runs({0.2: 500.0}, episodes // len(found))))
            times.append(1000 * (time.perf_counter() - began) / episodes)
    return statistics.median(times)


def agentic_steps(steps: int = 150) -> tuple[float, float, float]:
    """Medians in ms: a whole step, its command alone, and the difference of the two, step by step."""
    whole, alone, over = [], [], []
    env = make_env("agentic", {"contest": "ar/001", "budget": 10_000, "max_steps": 100_000})
    env.reset(seed=0)
    env.step("focus_problem A")
    sandbox = env.unwrapped.sandbox
    run = sandbox.run

    def timed(*arguments: object, **options: object) -> object:
        began = time.perf_counter()
        result = run(*arguments, **options)
        alone.append(1000 * (time.perf_counter() - began))
        return result

    sandbox.run = timed
    for i in range(steps):
        began = time.perf_counter()
        env.step("ls /app" if i % 2 else "expr 1 + 1")
        whole.append(1000 * (time.perf_counter() - began))
        over.append(whole[-1] - alone[-1])
    env.close()
    return statistics.median(whole), statistics.median(alone), statistics.median(over)


def shell_contest(runs: int = 5) -> float:
    """Seconds of a contest of seven counted actions with `shell-programs`, median."""
    times = []
    for seed in range(runs):
        began = time.perf_counter()
        env = make_env("agentic", {"contest": f"ar/00{seed + 1}", "budget": 7})
        run_episode(env, policies.make("shell-programs"), seed)
        env.close()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def eight_at_once() -> tuple[float, int]:
    """Seconds for eight contests at once, and commands that timed out."""
    import contests

    found = contests.load_many("ar/001-008")
    with tempfile.TemporaryDirectory() as folder, RunStore(Path(folder) / "run.sqlite") as store:
        began = time.perf_counter()
        field = Field("agentic", found, policy_factory("shell-programs", {}))
        run_campaign(store, list(field.contest_runs({0.8: 7.0}, 1)), jobs=8)
        late = sum(e.result.timed_out for episode in store.episodes() for e in episode.events)
        return time.perf_counter() - began, late


def main() -> None:
    """All figures."""
    print(f"tool-free episode, instant policy: {tool_free():.2f} ms")
    whole, alone, over = agentic_steps()
    print(f"agentic step: {whole:.2f} ms, its command alone {alone:.2f} ms, overhead {over:.2f} ms")
    print(f"contest of 7 counted actions, shell-programs: {shell_contest():.2f} s")
    seconds, late = eight_at_once()
    print(f"8 contests at once: {seconds:.1f} s, {late} time-outs")


if __name__ == "__main__":
    main()

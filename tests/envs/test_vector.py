"""Vectors of environments: spawned workers, errors that name their cause, nothing left running (case E5)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import r3env
from r3env.envs.agentic import AgenticEnv
from r3env.errors import ConfigError
from tests.toy import contest


class Boom(AgenticEnv):
    """Fails in its second step."""

    def step(self, action):
        if self.phases.steps == 1:
            raise RuntimeError("boom-17")
        return super().step(action)


def make_boom() -> Boom:
    from r3env import catalog

    catalog.domains.add("toy", "tests.toy:Toy")
    return Boom(contest=contest(), budget=3)


def descendants() -> set[int]:
    """Processes below this one, by /proc."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(stat[1])
    below = {os.getpid()}
    while True:
        more = {p for p, parent in parents.items() if parent in below} - below
        if not more:
            return below - {os.getpid()}
        below |= more


def test_a_spawned_worker_knows_the_environments_by_id():
    vector = r3env.make_vec(
        "r3env/Agentic-v0", 2, contest="ar/001", budget=2, vector_kwargs={"context": "spawn"}
    )
    observation, _ = vector.reset(seed=0)
    assert all("=== Problem A" in text for text in observation["instruction"])
    vector.close()


@pytest.mark.filterwarnings("ignore:.*ERROR")
def test_a_workers_error_reaches_the_caller_and_leaves_no_process():
    from gymnasium.vector import AsyncVectorEnv

    before = descendants()
    vector = AsyncVectorEnv([make_boom, make_boom], shared_memory=False, context="spawn")
    vector.reset(seed=0)
    vector.step(("ls", "ls"))
    with pytest.raises(RuntimeError, match="boom-17"):
        vector.step(("ls", "ls"))
    vector.close(terminate=True)
    left = {p for p in descendants() - before if b"resource_tracker" not in _cmdline(p)}
    assert not left, [_cmdline(p) for p in left]


def _cmdline(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b"resource_tracker"


@pytest.mark.parametrize("mode", ["NEXT_STEP", "SAME_STEP"])
def test_the_solved_count_is_recoverable_in_both_autoreset_modes(mode):
    from gymnasium.vector import AutoresetMode

    vector = r3env.make_vec(
        "r3env/ToolFree-v0",
        2,
        vectorization_mode="sync",
        contest=contest(),
        budget=500,
        vector_kwargs={"autoreset_mode": AutoresetMode[mode]},
    )
    vector.reset(seed=0)
    action = {"text": ("A = 1", "A = 9"), "reasoning": ("", ""), "output_tokens": (-1, -1)}
    _, reward, terminated, _, info = vector.step(action)
    final = info["final_info"] if mode == "SAME_STEP" else info
    assert terminated.all()
    assert reward.tolist() == [1.0, 0.0]
    assert [sum(v.correct for v in verdicts) for verdicts in final["verdicts"]] == [1, 0]
    vector.close()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"vectorization_mode": "asink"}, "must be 'async' or 'sync', got 'asink'"),
        ({"num_envs": 0}, "at least one environment"),
        ({"per_env": []}, "at least one environment"),
    ],
)
def test_an_impossible_vector_is_refused(options, message):
    with pytest.raises(ConfigError, match=message):
        r3env.make_vec("r3env/Agentic-v0", contest=contest(), **options)

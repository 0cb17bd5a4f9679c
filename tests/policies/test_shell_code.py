"""The model-free programmer: its stock, its slips, and episodes of the code domain in a real sandbox."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import policies
from contests.code.package import load_packages
from contests.code.samples import samples
from policies.shell_code import SLIPS, STOCK, draft, recognise, solve
from r3env.paths import Paths
from r3env.problem import Contest
from r3env.sandbox import check_all

PACKAGES = load_packages()
KNOWN = {name: found for name, package in PACKAGES.items() if (found := recognise(package.statement))}


def test_each_stock_program_belongs_to_one_bundled_problem() -> None:
    assert len(KNOWN) == len(STOCK) == len({stocked.name for stocked in KNOWN.values()})
    assert len(KNOWN) >= 6
    files = {path.stem for path in (Path(policies.__file__).parent / "code_stock").glob("*.cpp")}
    assert files == {stocked.name for stocked in STOCK}


def test_the_stock_is_no_copy_of_a_reference() -> None:
    for name, stocked in KNOWN.items():
        ours, theirs = (
            {line.strip() for line in text.splitlines() if len(line.strip()) > 40}
            for text in (stocked.source(), PACKAGES[name].reference.source)
        )
        assert len(ours & theirs) <= 2, name


def test_drafts_slip_at_the_stated_rate_and_by_one_replacement() -> None:
    rng = np.random.default_rng(3)
    for stocked in STOCK:
        assert draft(stocked, rng, 0.0) == stocked.source()
        slipped = [draft(stocked, rng, 1 / 4) for _ in range(200)]
        share = sum(text != stocked.source() for text in slipped) / 200
        assert share == pytest.approx(1 - 0.75**stocked.difficulty, abs=0.12)
    one = next(s for s in STOCK if s.difficulty == 1)
    lengths = {len(a) - len(b) for a, b in SLIPS}
    for _ in range(50):
        text = draft(one, rng, 1.0)
        assert len(one.source()) - len(text) in lengths
        assert text.startswith(one.source().split("using namespace")[0])


def outcome(answers: list[str]) -> list[str]:
    """Commands of the work on one problem when builds and samples answer so."""
    work = solve("B", STOCK[0], np.random.default_rng(0), 0.0, Paths())
    commands, queue = [], list(answers)
    step = next(work)
    try:
        while True:
            commands.append(step.command)
            step = work.send(queue.pop(0) if step.counted else "")
    except (StopIteration, IndexError):
        return [re.split(r"[\s;]", command)[0] for command in commands]


def test_it_repairs_until_the_samples_are_right() -> None:
    assert outcome(["built\n", "sample right\nsample right\n"]) == ["cat", "g++", "for"]
    assert outcome(["error: expected ';'", "built\n", "sample right\n"]) == [
        "cat",
        "g++",
        "cat",
        "g++",
        "for",
    ]
    assert outcome(["built\n", "sample right\nsample wrong\n", "built\n", "sample right\n"]) == [
        *("cat", "g++", "for"),
        *("cat", "g++", "for"),
    ]
    assert len([c for c in outcome(["no"] * 99) if c == "g++"]) == 4


needs_shell = pytest.mark.skipif(
    not shutil.which("g++") or not any(r.available for r in check_all()), reason="needs g++ and a sandbox"
)


def play(contest: Contest, budget: int | None, **options: Any) -> tuple[dict[str, Any], list[str], float]:
    """Last observation, commands and score of one episode; the grader is not needed here."""
    from r3env.envs.agentic import AgenticEnv

    env, policy = AgenticEnv(contest, budget), policies.make("shell-programs", **options)
    try:
        observation, info = env.reset(seed=1)
        policy.reset(observation, info, seed=1)
        commands, ended = [], False
        while not ended:
            command = policy.act(observation, info)
            commands.append(command)
            observation, score, terminated, truncated, info = env.step(command)
            ended = terminated or truncated
        return observation, commands, float(score)
    finally:
        env.close()


@needs_shell
def test_an_episode_is_played_by_real_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    names = ("courtyard-tiles", "counterweights", "glass-necklaces")
    contest = Contest("code/own", "code", tuple(PACKAGES[name].problem() for name in names))
    observation, commands, score = play(contest, None, error_rate=0.0)
    assert (score, list(observation["counts"])) == (3.0, [2, 2, 2])
    assert len(samples(contest["A"].statement)) >= 2
    observation, commands, score = play(contest, 1, error_rate=0.0)
    assert score == 3.0 and sum(command.startswith("g++") for command in commands) == 1
    assert observation["used"] == 1


def test_unknown_problems_are_left() -> None:
    assert recognise("Whistle a tune.") is None
    assert recognise(PACKAGES["pattern-census"].statement) is None

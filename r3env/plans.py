"""Plans of calibration, response curves, contests and target-in-suite stress (spec sections 3, 7 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import gymnasium

from r3env import catalog
from r3env.campaign import Planned, episode_seed, plan
from r3env.domain import Setting
from r3env.errors import ConfigError
from r3env.policy import Policy
from r3env.problem import Contest
from r3env.registration import ENVIRONMENTS
from r3env.registry import load_attribute

ENVIRONMENT_OF: Mapping[str, str] = {"tool_free": "r3env/ToolFree-v0", "agentic": "r3env/Agentic-v0"}


@dataclass(frozen=True)
class Field:
    """What all episodes of a campaign share.

    Attributes:
        setting: ``tool_free`` or ``agentic``.
        contests: what is played.
        make_policy: makes one policy per worker.
        env_options: further options of the environment.
        seed: seed of the run.
    """

    setting: Setting
    contests: Sequence[Contest]
    make_policy: Callable[[], Policy]
    env_options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0

    def _planned(
        self,
        policy: Policy,
        contest: Contest,
        budget: float | None,
        labels: dict[str, Any],
        schedulers: Sequence[str] = (),
    ) -> Planned:
        options = {"contest": contest, "budget": budget, **self.env_options}
        if schedulers:
            options["scheduler"] = "+".join(schedulers)
        make = partial(make_env, self.setting, options)
        order = (labels["purpose"], labels.get("rho"), labels.get("level"), labels["repeat"])
        seed = episode_seed(self.seed, contest.id, contest.target, *order)
        return plan(make, self.make_policy, policy, seed, labels)

    def calibration(self, repeats: int = 1) -> Iterator[Planned]:
        """Every contest unbudgeted."""
        policy = self.make_policy()
        for contest in self.contests:
            for repeat in range(repeats):
                yield self._planned(policy, contest, None, {"purpose": "calibrate", "repeat": repeat})

    def curves(self, costs: Sequence[float], repeats: int, *, levels: Sequence[int]) -> Iterator[Planned]:
        """Every problem alone at every level.

        Args:
            costs: budget of each entry of ``levels``.
            repeats: independent runs of each problem and level.
            levels: index of each level in the whole grid (0 is level 0).
        """
        policy = self.make_policy()
        for contest in self.contests:
            for label in contest.labels:
                single = contest.single(label)
                for level, cost in zip(levels, costs, strict=True):
                    for repeat in range(repeats):
                        labels = {"purpose": "curve", "level": level, "repeat": repeat}
                        yield self._planned(policy, single, cost, labels)

    def contest_runs(
        self, budgets: Mapping[float | None, float], repeats: int, schedulers: Sequence[str] = ("reference",)
    ) -> Iterator[Planned]:
        """Every contest at every pressure under every scheduler stack (names joined by ``+``).

        Args:
            budgets: budget by pressure; None as pressure for a budget given by hand.
            repeats: independent runs of each.
            schedulers: stacks; ``reference`` is none.
        """
        policy = self.make_policy()
        for contest in self.contests:
            for rho, budget in budgets.items():
                for stack in schedulers:
                    names = [n for n in stack.split("+") if n != "reference"]
                    for repeat in range(repeats):
                        labels = {"purpose": "contest", "rho": rho, "repeat": repeat}
                        yield self._planned(policy, contest, budget, labels, names)

    def targets(self, budget: float) -> Iterator[Planned]:
        """Every position of every contest once as target, one episode each."""
        policy = self.make_policy()
        for contest in self.contests:
            for label in contest.labels:
                labels = {"purpose": "target", "repeat": 0}
                yield self._planned(policy, contest.with_target(label), budget, labels)


def make_env(setting: Setting, options: Mapping[str, Any]) -> gymnasium.Env[Any, Any]:
    """An environment without Gymnasium's checking wrappers, which cost more than a tool-free episode."""
    name = ENVIRONMENT_OF.get(setting)
    if name is None:
        raise ConfigError(f"setting must be one of {', '.join(ENVIRONMENT_OF)}, got {setting!r}")
    env: gymnasium.Env[Any, Any] = load_attribute(ENVIRONMENTS[name])(**options)
    return env


def policy_factory(reference: str, options: Mapping[str, Any]) -> Callable[[], Policy]:
    """A factory for a registered policy, a ``module:Class`` or a ``./file.py:Class``, with ``name:model`` too."""
    make = load_attribute(catalog.POLICY_MAKER)
    return partial(make, reference, **options)

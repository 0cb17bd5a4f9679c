"""`Workspace`: a store with the policy, suite and protocol that its runs belong to, remembered in the store."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import contests
import oracle
from r3env import catalog, prompts
from r3env.domain import Setting
from r3env.envs.base import PROTOCOL_VERSION
from r3env.errors import ConfigError
from r3env.plans import Field, make_env, policy_factory
from r3env.policy import Policy, player_name
from r3env.problem import Contest
from r3env.registry import nearest
from r3env.store import RunStore

SETTINGS: tuple[Setting, ...] = ("tool_free", "agentic")
UNIT_OF: Mapping[str, str] = {"tool_free": "output tokens", "agentic": "actions"}


@dataclass
class Workspace:
    """One policy in one domain and setting, in one store.

    Attributes:
        store: where episodes go.
        setting: ``tool_free`` or ``agentic``.
        contests: what is played, all of one domain.
        policy: reference of the policy; empty to take the one the store was calibrated with.
        options: options of the policy.
        env_options: options of the environment that decide outcomes; a store insists on them.
        runtime: options of the environment that do not (which sandbox …).
        seed: seed of the run.
    """

    store: RunStore
    setting: Setting
    contests: Sequence[Contest]
    policy: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    env_options: Mapping[str, Any] = field(default_factory=dict)
    runtime: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0

    def __post_init__(self) -> None:
        domains = sorted({c.domain for c in self.contests})
        if len(domains) != 1:
            raise ConfigError(f"expected contests of one domain, got {', '.join(domains)}")
        self.domain = domains[0]
        self._key = f"{self.setting}/{self.domain}"
        if not self.policy:
            known = self.store.setting(f"policy/{self._key}")
            if known is None:
                raise ConfigError(
                    f"{self.store.path} holds no calibrated policy for {self._key}: name one with --policy"
                )
            self.policy, self.options = known["policy"], {**known["options"], **self.options}
        self.make_policy: Callable[[], Policy] = policy_factory(self.policy, self.options)
        player = self.make_policy()
        if self.setting not in player.settings:
            plays = ", ".join(sorted(player.settings))
            raise ConfigError(f"policy {self.policy!r} plays {plays}, not {self.setting}")
        self.player = player_name(player.spec)
        self.store.acquire()
        protocol = {
            "seed": self.seed,
            "protocol": PROTOCOL_VERSION,
            "prompts": prompts.digest(),
            "domain_version": contests.domain(self.domain).version,
            **self.env_options,
        }
        self.store.require(f"protocol/{self._key}", protocol)

    def remember(self) -> None:
        """Make this policy the one that later commands on the store mean.

        Raises:
            StoreError: the store was calibrated with another one.
        """
        self.store.require(f"policy/{self._key}", {"policy": self.policy, "options": dict(self.options)})

    def field(self, policy: str = "") -> Field:
        """What the planned episodes share; with ``policy``, another player under the same protocol."""
        make = policy_factory(policy, {}) if policy else self.make_policy
        options = {**self.env_options, **self.runtime}
        return Field(self.setting, self.contests, make, options, self.seed)

    def calibration(self) -> oracle.Calibration:
        """R∞ from the unbudgeted runs in the store."""
        runs = oracle.load(self.store.records(events=False, purpose="calibrate", domain=self.domain))
        return oracle.calibration_of(runs, self.player, self.setting, self.domain)


OWN_OPTIONS: Mapping[str, str] = {
    "contest": "--suite",
    "budget": "--budget or --rho",
    "scheduler": "--scheduler",
    "sandbox": "--sandbox",
}
"""Options of the environments that have an option of their own on the command line."""


def check_environment(
    setting: Setting, contest: Contest, options: Mapping[str, Any], sandbox: str = "auto"
) -> None:
    """Refuse options that no environment could be made with, before a store remembers them.

    Raises:
        ConfigError: an unknown option or a value out of range; UnknownNameError: an unknown sandbox.
    """
    if sandbox != "auto" and ":" not in sandbox:
        catalog.sandboxes.entry(sandbox)
    for name in OWN_OPTIONS.keys() & options.keys():
        raise ConfigError(f"--env must not hold {name}: give it as {OWN_OPTIONS[name]}")
    with closing(make_env(setting, {"contest": contest, "budget": None})) as env:
        known = [n for n in inspect.signature(type(env.unwrapped)).parameters if n not in OWN_OPTIONS]
    for name in options:
        if name not in known:
            raise ConfigError(
                f"the {setting} environment has no option {name!r}{nearest(name, known)}: "
                f"known are {', '.join(known)}"
            )
    make_env(setting, {"contest": contest, "budget": None, **options}).close()


def named_setting(setting: str) -> Setting:
    """``tool_free`` or ``agentic`` from the command line's spelling."""
    for name in SETTINGS:
        if setting.replace("-", "_") == name:
            return name
    raise ConfigError(f"setting must be tool-free or agentic, got {setting!r}")


def named_contests(suite: str) -> list[Contest]:
    """Contests of a suite, range or id, or of a suite file; all of one size, or no figure could hold them."""
    found = list(contests.load_suite(suite)) if suite.endswith(".jsonl") else contests.load_many(suite)
    sizes = sorted({len(contest) for contest in found})
    if len(sizes) != 1:
        came = f"contests of {' and '.join(map(str, sizes))} problems" if sizes else "no contest"
        raise ConfigError(f"expected contests with one number of problems, but {suite} holds {came}")
    return found


def open_workspace(store: RunStore, setting: str, suite: str, **more: Any) -> Workspace:
    """A workspace from command-line values."""
    return Workspace(store, named_setting(setting), named_contests(suite), **more)

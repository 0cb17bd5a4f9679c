"""run_episode: one loop, and a boundary that tells a bad player from a broken provider."""

from __future__ import annotations

import pytest
from gymnasium.wrappers import RecordEpisodeStatistics, TimeLimit

from r3env import Act, run_episode
from r3env.envs.tool_free import ToolFreeEnv
from r3env.episode import Episode, Status
from r3env.errors import ConfigError, ProviderError
from tests.toy import answers, contest


class Player:
    settings = frozenset({"tool_free"})

    def __init__(self, action, **spec):
        self.spec = {"name": "player", **spec}
        self.action = action
        self.seen = []

    def reset(self, observation, info, *, seed):
        self.seed = seed

    def act(self, observation, info):
        if isinstance(self.action, Exception):
            raise self.action
        return self.action

    def observe(self, event):
        self.seen.append(event)


def env(**options):
    return ToolFreeEnv(contest(), 500, **options)


def test_an_episode_holds_all_of_the_play():
    player = Player(Act({"text": answers(contest())}, meters={"usd": 0.25}, raw={"id": "r1"}))
    episode = run_episode(env(), player, seed=5, labels={"repeat": 2})
    assert episode.score == 6
    assert episode.status is Status.COMPLETED
    assert episode.spec["seed"] == 5
    assert episode.spec["repeat"] == 2
    assert episode.budget["meters"]["usd"] == 0.25
    assert sum(event.charges.get("usd", 0) for event in episode.events) == 0.25
    assert player.seen == list(episode.events)
    assert episode.events[0].detail["raw"] == {"id": "r1"}
    assert Episode.from_dict(episode.to_dict()) == episode


def test_equal_plays_share_a_fingerprint_and_others_do_not():
    same = [run_episode(env(), Player("A = 1"), seed=1).fingerprint for _ in range(2)]
    others = [
        run_episode(env(), Player("A = 1"), seed=2),
        run_episode(env(), Player("A = 1", temperature=1), seed=1),
        run_episode(env(stages=2), Player("A = 1"), seed=1),
        run_episode(ToolFreeEnv(contest(), 501), Player("A = 1"), seed=1),
        run_episode(ToolFreeEnv(contest(2), 500), Player("A = 1"), seed=1),
    ]
    assert len({*same}) == 1
    assert len({*same, *(e.fingerprint for e in others)}) == 6


def test_a_provider_failure_is_infrastructure_and_never_scored():
    episode = run_episode(
        env(), Player(ProviderError("429 for ever", kind="rate_limited", meters={"usd": 1}))
    )
    assert episode.status is Status.INFRASTRUCTURE
    assert episode.blame == "provider"
    assert episode.verdicts == ()
    assert not episode.done
    assert episode.events[-1].detail["kind"] == "rate_limited"
    assert episode.events[-1].charges == {"usd": 1}


@pytest.mark.parametrize("action", [RuntimeError("boom-17"), 42])
def test_a_failing_policy_is_its_own_blame_and_is_graded(action):
    episode = run_episode(env(), Player(action))
    assert episode.status is Status.POLICY_ERROR
    assert episode.blame == "policy"
    assert [str(v) for v in episode.verdicts] == ["missing: no answer"] * 6
    assert episode.done


def test_a_grader_failure_is_infrastructure():
    episode = run_episode(env(), Player("A = crash"))
    assert episode.status is Status.INFRASTRUCTURE
    assert episode.blame == "grader"
    assert "boom-17" in episode.error
    assert not episode.done


def test_cancelling_records_nothing_as_wrong():
    episode = run_episode(env(), Player("A = 1"), cancelled=lambda: True)
    assert episode.status is Status.CANCELLED
    assert episode.verdicts == ()


def test_a_policy_of_another_setting_is_refused():
    player = Player("x")
    player.settings = frozenset({"agentic"})
    with pytest.raises(ConfigError, match="agentic"):
        run_episode(env(), player)


def test_a_wrappers_limit_is_part_of_the_fingerprint_and_what_stands_is_graded():
    bare = run_episode(env(stages=2), Player("A = 1"), seed=1)
    limited = run_episode(TimeLimit(env(stages=2), 1), Player("A = 1"), seed=1)
    watched = run_episode(RecordEpisodeStatistics(env(stages=2)), Player("A = 1"), seed=1)
    assert limited.status is Status.TRUNCATED
    assert len(limited.verdicts) == 6
    assert limited.spec["wrappers"] == [{"name": "TimeLimit", "max_episode_steps": 1}]
    assert limited.fingerprint != bare.fingerprint == watched.fingerprint


def test_a_policy_needs_no_observe_but_an_act():
    class Short:
        def reset(self, observation, info, *, seed):
            pass

    with pytest.raises(ConfigError, match="Short has no act"):
        run_episode(env(), Short())
    Short.act = lambda self, observation, info: answers(contest())
    assert run_episode(env(), Short()).score == 6


@pytest.mark.parametrize(
    "figures",
    [
        {"meters": {"usd": -1}},
        {"meters": {"usd": float("nan")}},
        {"meters": {"usd": "x"}},
        {"meters": None},
        {"raw": None},
    ],
)
def test_bad_figures_of_an_act_are_the_failure_of_its_policy(figures):
    class Careless(Player):
        def act(self, observation, info):
            return Act(self.action, **figures)

    episode = run_episode(env(), Careless("A = 1"))
    assert (episode.status, episode.blame) == (Status.POLICY_ERROR, "policy")
    assert "got" in episode.error

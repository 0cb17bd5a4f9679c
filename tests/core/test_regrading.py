"""Regrading: new verdicts beside the old ones, from what was recorded, in both settings."""

from __future__ import annotations

import pytest

from r3env import RunStore, regrading, run_episode
from r3env.envs.agentic import AgenticEnv
from r3env.envs.tool_free import ToolFreeEnv
from r3env.verdict import Outcome, Verdict
from tests.toy import Toy, answers, contest


class Says:
    """Plays a list of actions."""

    settings = frozenset({"tool_free", "agentic"})
    spec = {"name": "says"}  # noqa: RUF012

    def __init__(self, *actions):
        self.actions = list(actions)

    def reset(self, observation, info, *, seed):
        pass

    def act(self, observation, info):
        return self.actions.pop(0)

    def observe(self, event):
        pass


@pytest.fixture
def known(monkeypatch):
    monkeypatch.setattr(regrading, "resolve", lambda name: (contest(int(name[-3:])),))


def played():
    yield run_episode(ToolFreeEnv(contest(), 500), Says(answers(contest(), "ABC")))
    env = AgenticEnv(contest(2), 5)
    yield run_episode(env, Says("submit_answer A 2", "submit_answer B 9", "mark_task_complete"))
    env.close()


def test_the_same_grader_gives_the_same_verdicts_and_is_skipped(tmp_path, known):
    with RunStore(tmp_path / "run.sqlite") as store:
        episodes = list(played())
        for episode in episodes:
            store.add(episode)
        assert regrading.regrade_store(store).regraded == 0
        forced = regrading.regrade_store(store, force=True)
        assert (forced.episodes, forced.regraded, forced.changed, forced.impossible) == (2, 2, 0, [])
        assert [e.verdicts for e in store.episodes()] == [e.verdicts for e in episodes]


def test_a_new_version_changes_the_newest_verdicts_and_keeps_the_old(tmp_path, known, monkeypatch):
    with RunStore(tmp_path / "run.sqlite") as store:
        for episode in played():
            store.add(episode)

        def generous(self, problem, parsed, context, label="A"):
            return Verdict(Outcome.CORRECT, label, problem.id, "", parsed.answer)

        monkeypatch.setattr(Toy, "version", "2")
        monkeypatch.setattr(Toy, "grade", generous)
        summary = regrading.regrade_store(store)
        assert (summary.regraded, summary.changed) == (2, 1)
        assert [e.score for e in store.episodes()] == [3, 2]
        first = next(store.episodes()).fingerprint
        assert [version for version, _ in store.gradings(first)] == ["1", "2"]
        assert regrading.regrade_store(store).regraded == 0


def test_a_contest_of_other_content_is_not_judged(tmp_path, monkeypatch):
    monkeypatch.setattr(regrading, "resolve", lambda name: (contest(7),))
    with RunStore(tmp_path / "run.sqlite") as store:
        store.add(next(played()))
        summary = regrading.regrade_store(store, force=True)
        assert summary.regraded == 0
        assert "another content" in summary.impossible[0]
        assert next(store.episodes()).score == 3


def test_contests_of_a_file_are_given(tmp_path):
    with RunStore(tmp_path / "run.sqlite") as store:
        store.add(next(played()))
        single = contest(3).single("B")
        store.add(run_episode(ToolFreeEnv(single, 500), Says(answers(single, "A"))))
        assert [
            text.partition(": ")[2] for text in regrading.regrade_store(store, force=True).impossible
        ] != []
        summary = regrading.regrade_store(store, force=True, suite=[contest(), contest(3)])
        assert (summary.regraded, summary.changed, summary.impossible) == (2, 0, [])


def test_where_the_grader_fails_the_earlier_grading_stands(tmp_path, known, monkeypatch):
    with RunStore(tmp_path / "run.sqlite") as store:
        store.add(next(played()))

        def broken(self, problem, parsed, context, label="A"):
            raise RuntimeError("no sandbox here")

        monkeypatch.setattr(Toy, "version", "2")
        monkeypatch.setattr(Toy, "grade", broken)
        summary = regrading.regrade_store(store)
        assert (summary.regraded, summary.changed) == (0, 0)
        assert "no sandbox here" in summary.impossible[0]
        assert [e.score for e in store.episodes()] == [3]


def test_an_episode_whose_verdicts_are_gone_is_named(tmp_path, known):
    with RunStore(tmp_path / "run.sqlite") as store:
        store.add(next(played()))
        store._write(lambda connection: connection.execute("DELETE FROM verdicts"))
        assert "verdicts are missing" in regrading.regrade_store(store).impossible[0]

"""Campaigns: resume plays nothing twice, failures are retried, Ctrl-C loses nothing."""

from __future__ import annotations

import collections
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

from r3env import RunStore
from r3env.campaign import run_campaign
from r3env.errors import ProviderError
from r3env.plans import Field
from tests.toy import contest


class Counting:
    """Answers the first problem; counts its calls; fails on chosen contests the first time."""

    settings = frozenset({"tool_free"})
    lock = threading.Lock()

    def __init__(self, calls, fail=()):
        self.spec = {"name": "counting"}
        self.calls, self.fail = calls, set(fail)

    def reset(self, observation, info, *, seed):
        self.contest = info["contest"]

    def act(self, observation, info):
        with self.lock:
            self.calls[self.contest] += 1
            if self.contest in self.fail and self.calls[self.contest] == 1:
                raise ProviderError("hiccup", kind="server_error")
        return "A = 1"

    def observe(self, event):
        pass


def plans(calls, fail=(), contests=10):
    suite = [contest(n) for n in range(1, contests + 1)]
    return list(Field("tool_free", suite, lambda: Counting(calls, fail)).contest_runs({0.2: 100}, 1))


def test_resume_plays_only_what_is_left(tmp_path):
    calls = collections.Counter()
    with RunStore(tmp_path / "run.sqlite") as store:
        first = run_campaign(store, plans(calls)[:6], jobs=3)
        second = run_campaign(store, plans(calls), jobs=3)
        third = run_campaign(store, plans(calls), jobs=3)
    assert (first.played, second.played, second.skipped, third.played) == (6, 4, 6, 0)
    assert set(calls.values()) == {1}


def test_failures_are_retried_and_reported(tmp_path):
    calls = collections.Counter()
    with RunStore(tmp_path / "run.sqlite") as store:
        summary = run_campaign(store, plans(calls, fail=["toy/003"]), jobs=2, retries=1)
        assert (summary.played, summary.infrastructure, summary.kinds) == (10, 0, {"server_error": 1})
        assert list(summary.errors) == ["server_error"]
        assert summary.errors["server_error"]
        assert len(list(store.attempts())) == 1
        assert store.unresolved() == []
    calls.clear()
    with RunStore(tmp_path / "other.sqlite") as store:
        summary = run_campaign(store, plans(calls, fail=["toy/003"]), jobs=2, retries=0)
        assert (summary.played, summary.infrastructure, summary.left) == (9, 1, 1)
        assert [e.spec["contest"] for e in store.unresolved()] == ["toy/003"]


def test_the_order_of_workers_changes_no_result(tmp_path):
    scores = []
    for jobs in (1, 4):
        with RunStore(tmp_path / f"{jobs}.sqlite") as store:
            run_campaign(store, plans(collections.Counter()), jobs=jobs)
            scores.append(sorted((e.fingerprint, e.score) for e in store.episodes()))
    assert scores[0] == scores[1]


SCRIPT = """
    import collections, sys, threading, time
    sys.path.insert(0, {root!r})
    from r3env import RunStore, catalog
    from r3env.campaign import run_campaign
    from r3env.plans import Field
    from tests.toy import contest

    catalog.domains.add("toy", "tests.toy:Toy")

    class Slow:
        settings = frozenset({{"tool_free"}})
        spec = {{"name": "slow"}}
        def reset(self, observation, info, *, seed):
            self.contest = info["contest"]
        def act(self, observation, info):
            if self.contest > "toy/003":
                time.sleep({delay})
            return "A = 1"
        def observe(self, event):
            pass

    def progress(summary, episode):
        if summary.played == 3:
            print("three", flush=True)

    suite = [contest(n) for n in range(1, 9)]
    with RunStore({path!r}) as store:
        plans = list(Field("tool_free", suite, Slow).contest_runs({{0.2: 100}}, 1))
        summary = run_campaign(store, plans, jobs=8, progress=progress)
        print(summary.played, summary.cancelled, summary.interrupted, flush=True)
"""


def test_an_interrupt_keeps_what_is_done_and_marks_the_rest(tmp_path):
    path = str(tmp_path / "run.sqlite")
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))  # noqa: PTH120
    code = textwrap.dedent(SCRIPT.format(root=root, path=path, delay=60))
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().strip() == "three"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert out.split() == ["3", "5", "True"]
    with RunStore(path) as store:
        assert len(store) == 3
        assert [str(e.status) for e in store.attempts()] == ["cancelled"] * 5
    code = textwrap.dedent(SCRIPT.format(root=root, path=path, delay=0))
    again = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert again.stdout.split()[-3:] == ["5", "0", "False"]


def test_an_interrupt_while_a_row_is_written_drops_no_finished_episode(tmp_path, monkeypatch):
    calls = collections.Counter()
    with RunStore(tmp_path / "run.sqlite") as store:
        add = store.add

        def interrupted(episode):
            monkeypatch.setattr(store, "add", add)
            while sum(calls.values()) < 10 or threading.active_count() > before + 4:
                time.sleep(0.01)
            time.sleep(0.2)  # the others are finished and wait to be written
            raise KeyboardInterrupt

        monkeypatch.setattr(store, "add", interrupted)
        before = threading.active_count()
        first = run_campaign(store, plans(calls), jobs=4)
        assert first.interrupted and first.played == len(store) == 10 and first.cancelled == 0
        assert run_campaign(store, plans(calls), jobs=4).played == 0
    assert set(calls.values()) == {1}

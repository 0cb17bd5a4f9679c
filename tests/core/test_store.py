"""The run store: once, atomically, by one writer, resumable; nothing is lost by bad input."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3

import pytest

from r3env import RunStore
from r3env.episode import Episode, Status
from r3env.errors import StoreError
from r3env.event import Event, EventKind
from r3env.verdict import Outcome, Verdict


def episode(number: int = 0, status: Status = Status.COMPLETED, outcome: Outcome = Outcome.WRONG) -> Episode:
    events = (
        Event(0, EventKind.COMPLETION, action={"text": f"é\ud800 {number}"}, charges={"output_tokens": 3}),
    )
    verdicts = (Verdict(outcome, "A", "p1", "41 != 42", "41"),)
    spec = {"purpose": "contest", "setting": "tool_free", "n": number, "policy": {"name": "x"}}
    return Episode(spec=spec, status=status, events=events, verdicts=verdicts, budget={"used": 3})


def test_round_trip_and_once_only(tmp_path):
    with RunStore(tmp_path / "deep" / "run.sqlite") as store:
        assert store.add(episode(1)) is True
        assert store.add(episode(1)) is False
        assert len(store) == 1
        assert next(store.episodes()) == episode(1)
        assert next(store.episodes(events=False)).events == ()
        assert store.get(episode(1).fingerprint) == episode(1)
        assert list(store.episodes(purpose="curve")) == []
    with RunStore(tmp_path / "deep" / "run.sqlite") as again:
        assert again.has(episode(1).fingerprint)


def test_failures_are_attempts_until_they_succeed(tmp_path):
    with RunStore(tmp_path / "run.sqlite") as store:
        for _ in range(2):
            store.add(episode(1, Status.INFRASTRUCTURE))
        store.add(episode(2, Status.COMPLETED, Outcome.GRADER_ERROR))
        assert len(store) == 0
        assert [e.spec["n"] for e in store.unresolved()] == [1, 2]
        store.add(episode(1))
        assert [e.spec["n"] for e in store.unresolved()] == [2]
        assert len(list(store.attempts())) == 3


def test_regrading_keeps_the_old_verdicts(tmp_path):
    with RunStore(tmp_path / "run.sqlite") as store:
        store.add(episode(1))
        print_ = episode(1).fingerprint
        store.regrade(print_, [Verdict(Outcome.CORRECT, "A", "p1")], "grader-2")
        assert next(store.episodes()).score == 1
        assert [v[0].outcome for _, v in store.gradings(print_)] == [Outcome.WRONG, Outcome.CORRECT]


def test_settings_are_recorded_once_and_then_insisted_on(tmp_path):
    with RunStore(tmp_path / "run.sqlite") as store:
        store.require("protocol", {"stages": 1, "encoding": "x"})
        store.require("protocol", {"encoding": "x", "stages": 1})
        with pytest.raises(StoreError, match="stages is 1 there, 2 here"):
            store.require("protocol", {"stages": 2, "encoding": "x"})
        assert store.setting("protocol")["stages"] == 1


def test_a_second_writer_is_refused_and_named(tmp_path):
    path = tmp_path / "run.sqlite"
    first = RunStore(path)
    first.add(episode(1))
    second = RunStore(path)
    assert len(second) == 1, "reading needs no lease"
    with pytest.raises(StoreError, match=str(os.getpid())):
        second.add(episode(2))
    first.close()
    assert second.add(episode(2)) is True
    second.close()


def _write(path, number, ready, go, results):
    try:
        with RunStore(path) as store:
            ready.release()
            go.wait()
            for i in range(40):
                store.add(episode(number * 1000 + i))
            results.put("done")
    except StoreError as error:
        results.put(str(error))


def test_two_processes_never_share_a_store(tmp_path):
    context = multiprocessing.get_context("spawn")
    ready, go, results = context.Semaphore(0), context.Event(), context.Queue()
    path = tmp_path / "run.sqlite"
    RunStore(path).close()
    workers = [context.Process(target=_write, args=(path, n, ready, go, results)) for n in (1, 2)]
    for worker in workers:
        worker.start()
    for _ in workers:
        ready.acquire()
    go.set()
    said = sorted(results.get(timeout=60) for _ in workers)
    for worker in workers:
        worker.join()
    with RunStore(path) as store:
        numbers = sorted(e.spec["n"] for e in store.episodes())
    refused = [s for s in said if "is being written by" in s]
    assert len(numbers) == 40 * (2 - len(refused))
    assert len(set(numbers)) == len(numbers)


def test_the_lease_of_a_dead_process_is_taken_over(tmp_path):
    path = tmp_path / "run.sqlite"
    context = multiprocessing.get_context("spawn")
    worker = context.Process(target=_die_with_lease, args=(path,))
    worker.start()
    worker.join()
    with RunStore(path) as store:
        assert len(store) == 1
        assert store.add(episode(2)) is True


def _die_with_lease(path):
    RunStore(path).add(episode(1))
    os.kill(os.getpid(), 9)


def test_what_is_no_store_is_left_alone(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but long enough to have a header of its own" * 20)
    with pytest.raises(StoreError):
        RunStore(text)
    assert text.read_text().startswith("not a database")
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other).execute("CREATE TABLE mine (x)").connection.close()
    with pytest.raises(StoreError, match="not a run store"):
        RunStore(other)
    with pytest.raises(StoreError, match="no run store at"):
        RunStore(tmp_path / "absent.sqlite", create=False)
    with pytest.raises(StoreError, match="folder"):
        RunStore(tmp_path)
    assert not (tmp_path / "absent.sqlite").exists()


def test_a_newer_schema_is_refused(tmp_path):
    path = tmp_path / "run.sqlite"
    RunStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=999")
    connection.close()
    with pytest.raises(StoreError, match="newer r3env"):
        RunStore(path)


def test_merge_takes_what_is_new(tmp_path):
    with RunStore(tmp_path / "a.sqlite") as a, RunStore(tmp_path / "b.sqlite") as b:
        a.add(episode(1))
        b.add(episode(1))
        b.add(episode(2))
        b.add_label({"fingerprint": "f", "annotator": "me"})
        assert a.merge(b) == 1
        assert len(a) == 2
        assert a.labels() == [{"annotator": "me", "fingerprint": "f"}]


def test_merge_keeps_every_grading(tmp_path):
    first, second = episode(1), episode(2)
    judged = [Verdict(Outcome.CORRECT, "A", "p1", "", "41")]
    with RunStore(tmp_path / "a.sqlite") as a, RunStore(tmp_path / "b.sqlite") as b:
        a.add(first)
        for one in (first, second):
            b.add(one)
        b.regrade(first.fingerprint, judged, "2")
        b.regrade(second.fingerprint, judged, "2")
        assert a.merge(b) == 1
        assert a.gradings(second.fingerprint) == b.gradings(second.fingerprint)
        assert len(a.gradings(second.fingerprint)) == 2
        assert len(a.gradings(first.fingerprint)) == 1
        assert a.merge(b) == 0


def test_a_store_in_a_folder_that_cannot_be_written_is_read_and_not_written(tmp_path, monkeypatch):
    path = tmp_path / "a folder?" / "run #1.sqlite"
    with RunStore(path) as store:
        store.add(episode(1))
    before = path.read_bytes()
    monkeypatch.setattr("r3env.store.schema.os.access", lambda *_: False)
    with RunStore(path, create=False) as store:
        assert len(list(store.episodes())) == 1
        with pytest.raises(StoreError, match=r"cannot write .*readonly"):
            store.add(episode(2))
        with pytest.raises(StoreError, match=r"cannot write .*readonly"):
            store.acquire()
    assert path.read_bytes() == before and [p.name for p in path.parent.iterdir()] == ["run #1.sqlite"]


def test_a_path_that_is_no_utf8_is_a_path_like_any_other(tmp_path, monkeypatch):
    path = tmp_path / "\udcff.sqlite"
    monkeypatch.setattr("sys.argv", ["r3env", "run", "--store", str(path)])
    with RunStore(path) as store:
        store.add(episode(1))
    with RunStore(path, create=False) as store:
        assert len(store) == 1


def test_a_full_disk_is_an_error_and_earlier_rows_stay(tmp_path):
    with RunStore(tmp_path / "run.sqlite") as store:
        store.add(episode(1))
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(StoreError, match="intact"):
            for number in range(2, 2000):
                store.add(episode(number))
        store._connection.execute("PRAGMA max_page_count=100000")
        before = len(store)
        assert before >= 1
        assert store.add(episode(9999)) is True
        assert len(list(store.episodes())) == before + 1


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE episodes SET record = X'0011'", "episode [0-9a-f]{32} of the run store is damaged"),
        ("UPDATE verdicts SET record = X'78'", "episode [0-9a-f]{32} of the run store is damaged"),
        ("UPDATE events SET record = X'00'", "episode [0-9a-f]{32} of the run store is damaged"),
        ("UPDATE labels SET record = '{'", "a label of .* is damaged"),
    ],
)
def test_a_damaged_record_is_named(tmp_path, damage, said):
    path = tmp_path / "run.sqlite"
    with RunStore(path) as store:
        store.add(episode(1))
        store.add_label({"fingerprint": "x", "annotator": "ann"})
    connection = sqlite3.connect(path)
    connection.execute(damage)
    connection.commit()
    connection.close()
    with RunStore(path, create=False) as store, pytest.raises(StoreError, match=said):
        [*store.episodes(), *store.labels()]

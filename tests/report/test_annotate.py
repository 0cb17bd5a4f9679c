"""Annotation without a browser: blinding, checked labels, a locked store, and who may talk to the server."""

from __future__ import annotations

import http.client
import json
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from r3env.annotate import AnnotationServer, Desk, blinded
from r3env.annotate.blind import pieces
from r3env.annotate.server import _object
from r3env.cli import main
from r3env.errors import ConfigError, DataError, StoreError
from r3env.event import Event, EventKind
from r3env.labels import Label, check_label, event_texts
from r3env.store import RunStore
from tests.report.study import MODEL, contest_names, episode, event, played, spec


def told() -> dict:
    """An episode whose texts give everything away."""
    name, problems = next(iter(contest_names(1).items()))
    own = spec(name, problems, budget=3, schedulers=[{"name": "coverage"}], host="build-7.example")
    raw = {"raw": {"text": f"I, {MODEL.upper()}, think", "model": MODEL, "id": "req-1"}}
    infra = Event(2, EventKind.INFRASTRUCTURE, detail={"blame": "sandbox"}, action="/home/ada/run on build-7")
    events = [event(0, "ls", f"{MODEL} was here", detail=raw), event(1, "python3 x.py"), infra]
    return episode(own, "+-....", events, error="/home/ada failed")


def test_nothing_tells_who_played_or_where():
    shown = json.dumps(blinded(told())).lower()
    for secret in (
        MODEL,
        "robot",
        "easy",
        "hard",
        "medium",
        "coverage",
        "build-7",
        "/home/ada",
        "req-1",
        "rho",
    ):
        assert secret not in shown
    assert "was here" in shown and "python3 x.py" in shown and "correct" in shown


@settings(deadline=None)
@given(st.text(), st.lists(st.text(min_size=3), max_size=3), st.integers(2, 40))
def test_every_piece_is_word_for_word_in_the_text_and_no_name_is_left(text, names, limit):
    found = pieces(text, names, limit)
    position = 0
    for piece in found:
        if isinstance(piece, str):
            at = text.find(piece, position)
            assert at >= position
            position = at + len(piece)
            assert not any(name in piece for name in names)
    if len(text) <= limit and not any(name.lower() in text.lower() for name in names):
        assert "".join(found) == text


def test_what_is_shown_can_be_quoted():
    own = told()
    for shown, original in zip(blinded(own)["events"], own.events, strict=True):
        for part in shown["parts"]:
            for piece in part["pieces"]:
                assert not isinstance(piece, str) or any(piece in text for text in event_texts(original))


# -- the desk ---------------------------------------------------------------------------------------------


def label_for(name: str, **changes) -> dict:
    base = {"fingerprint": name, "annotator": "ada", "item": "overcommitment", "value": "true"}
    return {**base, "quotation": "two and", "event": 0, **changes}


def test_everybody_gets_the_same_shuffled_queue(own_store):
    first, second = Desk(own_store, limit=5, seed=1), Desk(own_store, limit=5, seed=1)
    assert first.names == second.names and len(first.names) == 5 and first.total == 30
    assert first.names != Desk(own_store, limit=5, seed=2).names
    assert {row["questions"] for row in first.queue("ada")} == {9 + 4 * 6}


def test_a_label_is_saved_and_outcomes_stay(own_store):
    desk = Desk(own_store)
    with RunStore(own_store, create=False) as store:
        before = list(store.records())
    name = next(n for n in desk.names if desk.episode(n)["events"])
    desk.save(label_for(name))
    desk.save(label_for(name, value="false", quotation="", event=None))
    assert [(label.annotator, str(label.value)) for label in desk.labels()] == [("ada", "false")]
    assert desk.own("ada", name)[0]["value"] == "false" and desk.own("bob", name) == []
    assert {row["id"]: row["answered"] for row in desk.queue("ada")}[name] == 1
    with RunStore(own_store, create=False) as store:
        assert list(store.records()) == before and len(store.labels()) == 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"quotation": "two  and"}, "does not hold the words"),
        ({"quotation": ""}, "needs an exact quotation"),
        ({"event": 77}, "number of an event"),
        ({"item": "beauty"}, "rubric item must be"),
        ({"annotator": " "}, "annotator must be a text"),
        ({"fingerprint": "feed"}, "no trajectory"),
        ({"colour": "red"}, "other fields"),
        ({"item": "coverage", "problem": "Z"}, "problem must be one of"),
    ],
)
def test_a_label_that_breaks_the_rubric_is_refused(own_store, changes, said):
    desk = Desk(own_store)
    name = next(n for n in desk.names if desk.episode(n)["events"])
    with pytest.raises(DataError, match=said):
        desk.save(label_for(name, **changes))
    assert desk.labels() == []


def test_a_locked_store_refuses_and_takes_the_label_later(own_store):
    desk = Desk(own_store)
    name = next(n for n in desk.names if desk.episode(n)["events"])
    with RunStore(own_store, create=False) as writer:
        writer.acquire()
        with pytest.raises(StoreError, match="being written"):
            desk.save(label_for(name))
        assert desk.episode(name)["id"] == name  # reading goes on
    desk.save(label_for(name))
    assert len(desk.labels()) == 1


def test_saving_leaves_the_store_free_for_a_run(own_store):
    desk = Desk(own_store)
    name = next(n for n in desk.names if desk.episode(n)["events"])
    desk.save(label_for(name))
    with RunStore(own_store, create=False) as writer:
        writer.acquire()


# -- the server -------------------------------------------------------------------------------------------


@contextmanager
def serving(path, **options):
    with AnnotationServer(Desk(path), lambda labels: {"labels": len(labels)}, port=0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def ask(server, path, *, method="GET", token=None, host=None, body=None, origin=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    headers = {"Host": host or f"127.0.0.1:{server.server_port}"}
    headers |= {"X-Token": token} if token else {}
    headers |= {"Origin": origin} if origin else {}
    connection.request(method, path, body=None if body is None else json.dumps(body), headers=headers)
    reply = connection.getresponse()
    text = reply.read().decode()
    connection.close()
    return reply, text


def test_only_the_printed_address_opens_the_page(own_store):
    with serving(own_store) as server:
        assert server.server_address[0] == "127.0.0.1"
        path = server.address.partition(str(server.server_port))[2]
        reply, text = ask(server, path)
        assert reply.status == 200 and "<title>Annotate trajectories</title>" in text
        assert "frame-ancestors 'none'" in reply.headers["Content-Security-Policy"]
        assert str(own_store) not in text and MODEL not in text
        for bad in ("/", "/?token=", "/?token=wrong"):
            assert ask(server, bad)[0].status == 403


def test_other_hosts_and_pages_are_refused(own_store):
    with serving(own_store) as server:
        path = "/api/queue?annotator=ada"
        assert ask(server, path, token=server.token)[0].status == 200
        assert ask(server, path)[0].status == 403
        assert ask(server, path, token=server.token, host="evil.example")[0].status == 403
        assert ask(server, path, token=server.token, host="evil.example:80")[0].status == 403
        assert ask(server, path, token=server.token, origin="http://evil.example")[0].status == 403
        post = {"method": "POST", "body": label_for(server.desk.names[0])}
        assert ask(server, "/api/label", **post)[0].status == 403
        assert ask(server, "/api/label", token=server.token, host="evil.example", **post)[0].status == 403
        assert server.desk.labels() == []


def test_answers_and_refusals_are_json(own_store):
    with serving(own_store) as server:
        desk, token = server.desk, server.token
        name = next(n for n in desk.names if desk.episode(n)["events"])
        assert json.loads(ask(server, f"/api/episode?id={name}", token=token)[1]) == desk.episode(name)
        reply, text = ask(server, "/api/label", method="POST", token=token, body=label_for(name))
        assert reply.status == 200 and json.loads(text)["quotation"] == "two and"
        assert (
            json.loads(ask(server, f"/api/labels?id={name}&annotator=ada", token=token)[1])[0]["event"] == 0
        )
        assert json.loads(ask(server, "/api/agreement", token=token)[1]) == {"labels": 1}
        for path in ("/api/nothing", "/api/episode?id=feed", "/api/episode", "/api/queue"):
            reply, text = ask(server, path, token=token)
            assert reply.status == 400 and json.loads(text)["error"]
        for body in ("a text", [1], {"item": "x"}):
            assert ask(server, "/api/label", method="POST", token=token, body=body)[0].status == 400
        assert ask(server, "/api/other", method="POST", token=token, body={})[0].status == 404


def test_a_locked_store_is_an_answer_of_its_own_without_a_path(own_store):
    with serving(own_store) as server:
        name = next(n for n in server.desk.names if server.desk.episode(n)["events"])
        with RunStore(own_store, create=False) as writer:
            writer.acquire()
            reply, text = ask(server, "/api/label", method="POST", token=server.token, body=label_for(name))
        assert reply.status == 423 and "the store is being written" in text and str(own_store) not in text


def test_a_body_that_is_too_large_is_refused(own_store):
    with serving(own_store) as server:
        huge = label_for(server.desk.names[0], quotation="x" * 1_100_000)
        assert ask(server, "/api/label", method="POST", token=server.token, body=huge)[0].status == 413


def test_a_taken_port_is_a_clear_error(own_store):
    with serving(own_store) as server, pytest.raises(ConfigError, match="--port 0"):
        AnnotationServer(Desk(own_store), lambda labels: {}, port=server.server_port)


# -- the command ------------------------------------------------------------------------------------------


def test_agreement_on_the_command_line(own_store, capsys):
    pytest.importorskip("statsmodels")
    desk = Desk(own_store)
    for who, value in (("ada", "false"), ("bob", "false"), ("ada", "unknown"), ("bob", "false")):
        name = desk.names[0 if value == "false" and len(desk.labels()) < 2 else 1]
        desk.save(label_for(name, annotator=who, value=value, quotation="", event=None))
    main(["annotate", str(own_store), "--agreement", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["annotators"] == ["ada", "bob"] and found["items"][0]["same"] == 0.5
    main(["annotate", str(own_store), "--agreement"])
    shown = capsys.readouterr().out
    assert "Krippendorff" in shown and "overcommitment" in shown and "4 labels by ada, bob" in shown


def test_a_missing_store_is_one_clear_line(tmp_path, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["annotate", str(tmp_path / "none.sqlite")])
    assert stopped.value.code == 2 and "no run store at" in capsys.readouterr().err


def test_the_command_serves_until_it_is_interrupted(own_store):
    command = [
        sys.executable,
        "-c",
        "from r3env.cli import main; main()",
        "annotate",
        str(own_store),
        "--port",
        "0",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        line = running.stdout.readline()
        assert line.startswith("30 of 30 trajectories: http://127.0.0.1:")
        address = line.split(": ", 1)[1].strip()
        with urllib.request.urlopen(address, timeout=10) as page:
            assert page.status == 200
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=20)
    assert running.returncode == 0 and "ended" in said and "Traceback" not in said


def test_a_store_of_a_newer_schema_is_refused(own_store):
    connection = sqlite3.connect(own_store)
    connection.execute("PRAGMA user_version=99")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="schema 99"):
        Desk(own_store)


def test_labels_pass_the_check_of_the_rubric():
    name, problems = next(iter(contest_names(1).items()))
    own = episode(spec(name, problems, budget=2), "+.....", played(2, "+....."))
    check_label(Label(own.fingerprint, "ada", "coverage", "true", "A", "I tried A", 1), own)


@pytest.mark.parametrize("body", [b"[" * 200_000, b"\xff", b"{", b"[]", b"NaN"])
def test_what_is_no_json_object_is_refused(body):
    with pytest.raises(DataError, match="sent as"):
        _object(body)

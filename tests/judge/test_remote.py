"""The client of a LightCPVerifier service, against a fake one in this process."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from contests.code.package import JudgeVerdict
from contests.judge import LightCPVerifier
from contests.judge.task import JudgeError
from r3env.errors import ConfigError

V = JudgeVerdict


class Service:
    """A service with scripted results: each submission takes the next list of answers to ``GET /result``."""

    def __init__(self) -> None:
        self.scripts: list[list[Any]] = []
        self.problems = ["P1"]
        self.requests: list[tuple[str, Any]] = []
        self.failures = 0

    def answer(self, method: str, path: str, data: Any) -> tuple[int, Any]:
        self.requests.append((f"{method} {path}", data))
        if self.failures:
            self.failures -= 1
            return 503, {"error": "busy"}
        if path == "/health":
            return 200, {"ok": True}
        if path == "/problems":
            return 200, {"problems": [{"id": p} for p in self.problems]}
        if path == "/submit":
            return 200, {"sid": sum(r == "POST /submit" for r, _ in self.requests)}
        if path.startswith("/result/"):
            script = self.scripts[int(path.rpartition("/")[2]) - 1]
            found = script.pop(0) if len(script) > 1 else script[0]
            return found if isinstance(found, tuple) else (200, found)
        if path == "/problem/add-problem" or (
            path == "/problem/setup" and data["zipfile"].startswith("/data/")
        ):
            return 200, {"message": "ok"}
        return 500, {"error": "Failed to setup problem", "message": "no such zip"}


@pytest.fixture
def service() -> Iterator[tuple[Service, LightCPVerifier]]:
    fake = Service()

    class Handler(BaseHTTPRequestHandler):
        def reply(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            data = json.loads(self.rfile.read(length)) if length else None
            code, body = fake.answer(self.command, self.path, data)
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(code)
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        do_GET = do_POST = reply  # noqa: N815 - names of the standard library

        def log_message(self, format: str, *args: object) -> None:
            """Silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        client = LightCPVerifier(f"http://127.0.0.1:{server.server_port}/", poll=0.0, timeout=5.0)
        yield fake, client
        server.shutdown()
        thread.join()


def case(ok: bool, status: str = "Accepted", **fields: Any) -> dict[str, Any]:
    return {"ok": ok, "status": status, "time": 5_000_000, "memory": 1 << 21, "msg": "", **fields}


def done(*cases: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"status": "done", "passed": all(c["ok"] for c in cases), "cases": list(cases), **fields}


def test_submit_poll_and_read(service: tuple[Service, LightCPVerifier]) -> None:
    fake, client = service
    fake.scripts = [[(404, {"error": "not found"}), {"status": "queued"}, done(case(True), case(True))]]
    report = client.judge("P1", "int main() {}")
    assert (report.verdict, report.task, report.total) == (V.ACCEPTED, "P1", 2)
    assert (report.tests[0].cpu, report.tests[0].memory) == (0.005, 2.0)
    assert fake.requests[0] == ("POST /submit", {"pid": "P1", "lang": "cpp", "code": "int main() {}"})


@pytest.mark.parametrize(
    ("result", "verdict"),
    [
        (done(case(True), case(False, "Wrong Answer", msg="differs")), V.WRONG_ANSWER),
        (done(case(False, "Time Limit Exceeded")), V.TIME_LIMIT),
        (done(case(False, "Memory Limit Exceeded")), V.MEMORY_LIMIT),
        (done(case(False, "Output Limit Exceeded")), V.OUTPUT_LIMIT),
        (done(case(False, "Nonzero Exit Status")), V.RUNTIME_ERROR),
        (done(case(False, "Signalled")), V.RUNTIME_ERROR),
        (done(case(False, "Internal Error")), V.JUDGE_ERROR),
        (done(case(False, "Accepted")), V.JUDGE_ERROR),
        (done(passed=False), V.JUDGE_ERROR),
        ({"status": "done", "result": "Accepted"}, V.ACCEPTED),
        ({"status": "done", "result": "Wrong Answer"}, V.WRONG_ANSWER),
        ({"status": "done", "result": "Compilation Error"}, V.COMPILE_ERROR),
        ({"status": "error", "error": "Error: compile failed: main.cpp:1"}, V.COMPILE_ERROR),
        ({"status": "error", "error": "Error: no such file config.yaml"}, V.JUDGE_ERROR),
    ],
)
def test_results_and_their_verdicts(
    service: tuple[Service, LightCPVerifier], result: dict[str, Any], verdict: JudgeVerdict
) -> None:
    fake, client = service
    fake.scripts = [[result], [result]]
    assert client.judge("P1", "x").verdict is verdict
    submissions = sum(request == "POST /submit" for request, _ in fake.requests)
    assert submissions == (2 if verdict is V.JUDGE_ERROR else 1)


def test_a_judge_error_that_goes_away_does_not_count(service: tuple[Service, LightCPVerifier]) -> None:
    fake, client = service
    fake.scripts = [[{"status": "error", "error": "go-judge is gone"}], [done(case(True))]]
    assert client.judge("P1", "x").accepted


def test_problems_are_set_up_once(service: tuple[Service, LightCPVerifier]) -> None:
    fake, client = service
    client.set_up("P1", "/data/P1.zip")
    client.set_up("P2", "/data/P2.zip")
    assert [r for r, _ in fake.requests if r.startswith("POST")] == [
        "POST /problem/setup",
        "POST /problem/add-problem",
        "POST /problem/setup",
    ]
    with pytest.raises(JudgeError, match="no such zip"):
        client.set_up("P1", "elsewhere")


def test_a_busy_service_is_asked_again_but_a_submission_is_sent_once(
    service: tuple[Service, LightCPVerifier],
) -> None:
    fake, client = service
    fake.failures = 2
    assert client.healthy()
    fake.failures = 1
    with pytest.raises(JudgeError, match="HTTP 503"):
        client.submit("P1", "x")
    assert sum(request == "POST /submit" for request, _ in fake.requests) == 1


def test_nonsense_and_silence_are_judge_errors(service: tuple[Service, LightCPVerifier]) -> None:
    fake, client = service
    fake.scripts = [[(200, b"<html>")]]
    with pytest.raises(JudgeError, match="GET /result/1"):
        client.judge("P1", "x")
    fake.scripts = [[], [{"status": "queued"}]]
    with pytest.raises(JudgeError, match="no result of submission 2"):
        LightCPVerifier(client._base, poll=0.0, timeout=0.05).judge("P1", "x")
    gone = LightCPVerifier("http://127.0.0.1:9", poll=0.0)
    assert not gone.healthy()
    with pytest.raises(JudgeError):
        gone.problems()


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"hello\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nA: " + b"x" * 70000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 100_000,
    ],
    ids=["nothing", "no HTTP", "long header", "broken chunk", "deep JSON"],
)
def test_an_answer_that_is_no_http_is_a_judge_error(reply: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection, connection.makefile("rb") as lines:
                while lines.readline().strip():
                    pass
                connection.sendall(reply)

        thread = threading.Thread(target=answer)
        thread.start()
        client = LightCPVerifier(f"http://127.0.0.1:{server.getsockname()[1]}", retries=0)
        with pytest.raises(JudgeError, match="GET /problems"):
            client.problems()
        thread.join()


def test_addresses_and_languages_are_checked() -> None:
    spoilt = ("http://[::1", "http://host:port", "http://host:99999", "http://a host", "http://host\n")
    for bad in ("", "localhost:8081", "ftp://host", "http://", *spoilt):
        with pytest.raises(ConfigError, match="http://host"):
            LightCPVerifier(bad)
    with pytest.raises(ConfigError, match="cpp"):
        LightCPVerifier("http://host").submit("P1", "x", "rust")

"""An OpenAI-compatible server for tests: in-process, loopback only, answers from a script."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Answer:
    """One HTTP answer: status, body (JSON-like, or bytes as they are), headers, seconds held back before it.

    With ``drip`` the body is preceded by a blank every so many seconds, ``drips`` times.
    """

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drip: float = 0.0
    drips: int = 0

    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


Script = Answer | Callable[[dict[str, Any]], Answer]


@dataclass
class FakeServer:
    """Plays its script answer by answer; the last one is repeated. Keeps what was asked."""

    url: str
    script: list[Script] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, request: dict[str, Any], key: str) -> Answer:
        with self.lock:
            self.requests.append(request)
            self.keys.append(key)
            step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        return step(request) if callable(step) else step


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        fake: FakeServer = self.server.fake  # type: ignore[attr-defined]
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = fake.answer(request, self.headers.get("authorization", ""))
        fake.closing.wait(answer.delay)
        data = answer.data()
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data) + answer.drips))
        self.end_headers()
        try:
            for _ in range(answer.drips):
                self.wfile.write(b" ")
                self.wfile.flush()
                fake.closing.wait(answer.drip)
            self.wfile.write(data)
        except OSError:
            self.close_connection = True  # the client gave up, as it should

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is part of the tests."""


_served = itertools.count()


@contextmanager
def serving(*script: Script) -> Iterator[FakeServer]:
    """A running server with this script."""
    server = _Server(("127.0.0.1", 0), _Handler)
    # A path of its own: ports come round again, and what a client learnt of an endpoint must not.
    fake = FakeServer(f"http://127.0.0.1:{server.server_address[1]}/{next(_served)}/v1", list(script))
    server.fake = fake  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        fake.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


UNSET: Any = object()


def reply(
    text: Any = "done",
    *,
    usage: Any = UNSET,
    finish: str = "stop",
    status: int = 200,
    **message: Any,
) -> Answer:
    """A well-formed completion; usage is ten prompt and twenty completion tokens unless given."""
    body: dict[str, Any] = {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": text, **message},
            }
        ],
    }
    usage = {"prompt_tokens": 10, "completion_tokens": 20, "total_tokens": 30} if usage is UNSET else usage
    return Answer({**body, "usage": usage}, status)


def call(name: str, arguments: Any, id: str = "call_1") -> dict[str, Any]:
    """One tool call; arguments that are no text are encoded."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": id, "type": "function", "function": {"name": name, "arguments": text}}


def calls(*made: dict[str, Any], text: str | None = None, **more: Any) -> Answer:
    """A completion that calls tools."""
    return reply(text, finish="tool_calls", tool_calls=list(made), **more)


def empty(**more: Any) -> Answer:
    """Status 200 and ``choices: []``."""
    return Answer({"id": "x", "object": "chat.completion", "choices": [], **more})


def no_message(finish: str = "stop", **more: Any) -> Answer:
    """Status 200 and a choice whose message is null."""
    return Answer({"choices": [{"index": 0, "finish_reason": finish, "message": None}], **more})


def error(status: int, message: str, *, headers: Mapping[str, str] | None = None, **fields: Any) -> Answer:
    """An error of the API in its usual form."""
    return Answer({"error": {"message": message, **fields}}, status, headers or {})


def cap_refused(name: str) -> Answer:
    """A 400 that refuses one name of the output cap."""
    other = "max_completion_tokens" if name == "max_tokens" else "max_tokens"
    text = f"Unsupported parameter: '{name}' is not supported with this model. Use '{other}' instead."
    return error(400, text, type="invalid_request_error", param=name, code="unsupported_parameter")


def context_exceeded() -> Answer:
    """A 400 that says the prompt does not fit; like the real ones it mentions the cap."""
    text = "This model's maximum context length is 4096 tokens. However, you requested 9000 (max_tokens=900)."
    return error(400, text, code="context_length_exceeded", param="messages")

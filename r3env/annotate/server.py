"""The local server of the annotation page: loopback only, a random token, and a check of the Host header."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from string import Template
from typing import Any
from urllib.parse import parse_qs, urlsplit

from r3env.annotate.desk import Desk
from r3env.errors import ConfigError, DataError, R3Error, StoreError
from r3env.fingerprint import plain
from r3env.labels import RUBRIC, Label

LOOPBACK = "127.0.0.1"
PORT = 8633
BODY_LIMIT = 1_000_000
DRAIN_LIMIT = 50_000_000
"""Bytes of a refused body that are read and thrown away, so that the sender gets to read the refusal."""

Agreement = Callable[[list[Label]], dict[str, Any]]
"""Agreement figures of labels (`oracle.agreement.agreement`); given from above, as this floor knows no statistics."""


class AnnotationServer(ThreadingHTTPServer):
    """Serves one store's annotation page.

    The token in the address is asked for on every request (a header, on requests of the page): another page in
    the same browser cannot read or write labels. The Host header must be loopback: a name that was pointed at
    this machine is refused.

    Args:
        desk: queue and labels.
        agreement: figures for the agreement table.
        port: where to listen; 0 takes a free one.

    Raises:
        ConfigError: the port is taken.
    """

    daemon_threads = True

    def __init__(self, desk: Desk, agreement: Agreement, *, port: int = PORT) -> None:
        self.desk = desk
        self.agreement = agreement
        self.token = secrets.token_urlsafe(24)
        # Tells stores apart in the browser's own storage, where labels wait while a store is locked.
        store = hashlib.sha256(str(desk.path.resolve()).encode()).hexdigest()[:12]
        try:
            super().__init__((LOOPBACK, port), _Handler)
        except OSError as error:
            raise ConfigError(
                f"cannot listen on port {port}: {error}; use --port 0 for a free one"
            ) from error
        self.page, self.policy = _page(self.token, store)

    @property
    def address(self) -> str:
        """Address of the page, token included."""
        return f"http://{LOOPBACK}:{self.server_port}/?token={self.token}"

    def answer(self, path: str, query: Mapping[str, str]) -> Any:
        """What a read request gets.

        Raises:
            DataError: nothing is known under that path, or a part of the query is missing.
        """
        desk = self.desk
        if path == "/api/queue":
            return {"queue": desk.queue(_asked(query, "annotator")), "total": desk.total}
        if path == "/api/episode":
            return desk.episode(_asked(query, "id"))
        if path == "/api/labels":
            return desk.own(_asked(query, "annotator"), _asked(query, "id"))
        if path == "/api/agreement":
            return self.agreement(desk.labels())
        raise DataError(f"nothing is known under {path}")


def _asked(query: Mapping[str, str], name: str) -> str:
    if not query.get(name):
        raise DataError(f"the request needs {name!r}")
    return query[name]


def _page(token: str, store: str) -> tuple[bytes, str]:
    """The page, and its content security policy."""
    assets = files("r3env.annotate")

    def read(name: str) -> str:
        return assets.joinpath(name).read_text(encoding="utf-8").strip()

    rubric = [
        {"name": i.name, "scope": str(i.scope), "question": i.question, "ordered": i.ordered}
        for i in RUBRIC.values()
    ]
    script = read("annotate.js")
    values = {"style": read("annotate.css"), "script": script, "token": token, "store": store}
    page = Template(read("annotate.html")).substitute(
        values, rubric=json.dumps(rubric).replace("<", "\\u003c")
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return page.encode(), policy


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    server: AnnotationServer
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the terminal quiet; the token stands in the address."""

    def do_GET(self) -> None:
        """The page, and what it reads."""
        parts = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        if not self._local():
            return
        if parts.path == "/":
            if self._known(query.get("token", "")):
                self._send(HTTPStatus.OK, self.server.page, "text/html; charset=utf-8")
            return
        if self._known(self.headers.get("X-Token", "")):
            self._reply(lambda: self.server.answer(parts.path, query))

    def do_POST(self) -> None:
        """A label to save."""
        body = self._body()
        if body is None or not self._local() or not self._known(self.headers.get("X-Token", "")):
            return
        if self.path != "/api/label":
            self._error(HTTPStatus.NOT_FOUND, f"nothing is known under {self.path}")
            return
        self._reply(lambda: self.server.desk.save(_object(body)))

    def _body(self) -> bytes | None:
        """The whole body, read before any refusal so that the sender hears it; None when it is refused."""
        length = self.headers.get("Content-Length", "")
        if length.isdecimal() and int(length) <= BODY_LIMIT:
            return self.rfile.read(int(length))
        left = int(length) if length.isdecimal() and int(length) <= DRAIN_LIMIT else 0
        while left > 0:
            left -= len(self.rfile.read(min(left, 65_536))) or left
        self.close_connection = True
        message = f"a label takes at most {BODY_LIMIT:,} bytes, got {length or 'no length'}"
        self._error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)
        return None

    def _local(self) -> bool:
        port = self.server.server_port
        good = self.headers.get("Host", "") in (f"{LOOPBACK}:{port}", f"localhost:{port}")
        origin = self.headers.get("Origin")
        good = good and origin in (None, f"http://{LOOPBACK}:{port}", f"http://localhost:{port}")
        if not good:
            self._error(HTTPStatus.FORBIDDEN, "this page is served to this machine only")
        return good

    def _known(self, token: str) -> bool:
        good = hmac.compare_digest(token.encode(), self.server.token.encode())
        if not good:
            self._error(
                HTTPStatus.FORBIDDEN, "open the address that r3env annotate printed: it holds a token"
            )
        return good

    def _reply(self, work: Callable[[], Any]) -> None:
        try:
            answer = work()
        except StoreError as error:  # locked, or gone: the page keeps its label and tries again
            self._error(HTTPStatus.LOCKED, str(error).replace(str(self.server.desk.path), "the store"))
        except R3Error as error:
            self._error(HTTPStatus.BAD_REQUEST, str(error))
        else:
            self._send(HTTPStatus.OK, json.dumps(plain(answer)).encode(), "application/json")

    def _error(self, status: HTTPStatus, message: str) -> None:
        self._send(status, json.dumps({"error": message}).encode(), "application/json")

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        headers = {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Content-Security-Policy": self.server.policy,
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _object(body: bytes) -> dict[str, Any]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise DataError(f"a label is sent as JSON: {error}") from error
    if not isinstance(data, dict):
        raise DataError(f"a label is sent as a JSON object, got {type(data).__name__}")
    return data

"""`LightCPVerifier`: judges on a running LightCPVerifier service, through its HTTP interface.

Used are ``GET /health``, ``GET /problems``, ``POST /problem/add-problem``, ``POST /problem/setup``,
``POST /submit`` and ``GET /result/<sid>``. A service that does not answer is a judge error, never a wrong answer.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from contests.code.package import JudgeVerdict
from contests.judge.report import Report, TestReport
from contests.judge.task import JudgeError
from r3env.errors import ConfigError

LANGUAGES: Mapping[str, str] = {"cpp": "cpp", "python": "py", "java": "java"}
"""Our names of languages to the service's."""
_MESSAGE = 200
_LARGEST = 32 << 20

_STATUS = {
    "accepted": JudgeVerdict.ACCEPTED,
    "wrong answer": JudgeVerdict.WRONG_ANSWER,
    "presentation error": JudgeVerdict.PRESENTATION,
    "time limit exceeded": JudgeVerdict.TIME_LIMIT,
    "memory limit exceeded": JudgeVerdict.MEMORY_LIMIT,
    "output limit exceeded": JudgeVerdict.OUTPUT_LIMIT,
    "nonzero exit status": JudgeVerdict.RUNTIME_ERROR,
    "signalled": JudgeVerdict.RUNTIME_ERROR,
    "runtime error": JudgeVerdict.RUNTIME_ERROR,
    "compile error": JudgeVerdict.COMPILE_ERROR,
    "compilation error": JudgeVerdict.COMPILE_ERROR,
}


class LightCPVerifier:
    """A client of one service.

    Args:
        url: its address, for instance ``http://localhost:8081``.
        timeout: seconds of wall time for one judgement, queueing included.
        poll: seconds between two looks at a result.
        retries: how often a request that met a dead connection or a 5xx answer is sent again. A submission is
            sent once only: it might have been taken.
        sleep: waits; for tests.

    Raises:
        ConfigError: the address is none.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float = 600.0,
        poll: float = 0.5,
        retries: int = 3,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not _is_address(url):
            raise ConfigError("the verifier's address must look like http://host:8081")
        self._base = url.rstrip("/")
        self._timeout = timeout
        self._poll = poll
        self._retries = retries
        self._sleep = sleep

    def healthy(self) -> bool:
        """Whether the service answers and says that it is well."""
        try:
            return bool(self._request("GET", "/health").get("ok"))
        except JudgeError:
            return False

    def problems(self) -> list[str]:
        """Ids of the problems that the service holds."""
        found = self._request("GET", "/problems").get("problems")
        if not isinstance(found, list):
            raise JudgeError("the verifier's list of problems is none")
        return [str(row["id"] if isinstance(row, Mapping) else row) for row in found]

    def set_up(self, problem_id: str, archive: str) -> None:
        """Make the service hold a problem.

        Args:
            problem_id: its id.
            archive: path of a zip file with ``config.yaml`` and ``testdata/``, as the *service* sees it.

        Raises:
            JudgeError: the service refuses; the message is its own.
        """
        if problem_id not in self.problems():
            self._request("POST", "/problem/add-problem", {"pid": problem_id})
        self._request("POST", "/problem/setup", {"pid": problem_id, "zipfile": archive})

    def submit(self, problem_id: str, source: str, language: str = "cpp") -> int:
        """Hand in a program; gives the submission's number.

        Raises:
            ConfigError: the service does not know the language.
        """
        if language not in LANGUAGES:
            raise ConfigError(f"the verifier knows {', '.join(LANGUAGES)}, not {language!r}")
        data = {"pid": problem_id, "lang": LANGUAGES[language], "code": source}
        number = self._request("POST", "/submit", data, retries=0).get("sid")
        if isinstance(number, bool) or not isinstance(number, int):
            raise JudgeError(f"the verifier gave no submission number but {number!r}")
        return number

    def result(self, number: int, problem_id: str = "") -> Report | None:
        """The report of a submission; None while it waits or is being judged."""
        data = self._request("GET", f"/result/{number}", missing={"status": "queued"})
        status = str(data.get("status", "")).lower()
        if status == "done":
            return _report(problem_id, data)
        if status == "error":
            message = str(data.get("error") or data.get("message") or "no message")
            failed = "compile failed" in message.lower() or "compile error" in message.lower()
            verdict = JudgeVerdict.COMPILE_ERROR if failed else JudgeVerdict.JUDGE_ERROR
            return Report(problem_id, verdict, message=message[:4000])
        return None

    def judge(self, problem_id: str, source: str, language: str = "cpp") -> Report:
        """Submit and wait; a judge error is tried once more.

        Raises:
            JudgeError: the service cannot be reached, or gives no result in time.
        """
        report = self._wait(self.submit(problem_id, source, language), problem_id)
        if report.verdict is JudgeVerdict.JUDGE_ERROR:
            report = self._wait(self.submit(problem_id, source, language), problem_id)
        return report

    def _wait(self, number: int, problem_id: str) -> Report:
        end = time.monotonic() + self._timeout
        while True:
            report = self.result(number, problem_id)
            if report is not None:
                return report
            if time.monotonic() >= end:
                raise JudgeError(f"no result of submission {number} within {self._timeout:g} s")
            self._sleep(self._poll)

    def _request(
        self,
        method: str,
        path: str,
        data: Mapping[str, Any] | None = None,
        *,
        missing: Mapping[str, Any] | None = None,
        retries: int | None = None,
    ) -> Mapping[str, Any]:
        """One request; ``missing`` is the answer to 404 where that is no error."""
        left = self._retries if retries is None else retries
        while True:
            try:
                return self._send(method, path, data)
            except urllib.error.HTTPError as error:
                with error:
                    if error.code == 404 and missing is not None:
                        return missing
                    message = f"HTTP {error.code}: {error.read(2000).decode('utf-8', 'replace')[:_MESSAGE]}"
                again = error.code >= 500
            except (OSError, ValueError, RecursionError, http.client.HTTPException) as error:
                reason = str(getattr(error, "reason", error)).strip()
                message, again = reason or type(error).__name__, True
            if not again or left <= 0:
                raise JudgeError(f"the verifier failed at {method} {path}: {message}")
            left -= 1
            self._sleep(self._poll)

    def _send(self, method: str, path: str, data: Mapping[str, Any] | None) -> Mapping[str, Any]:
        body = None if data is None else json.dumps(data).encode("utf-8")
        request = urllib.request.Request(self._base + path, data=body, method=method)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=60.0) as answer:
            found = json.loads(answer.read(_LARGEST))
        if not isinstance(found, Mapping):
            raise ValueError(f"expected a JSON object, got {type(found).__name__}")
        return found


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises where it is no port
    except ValueError:
        return False
    visible = all("!" <= letter <= "~" for letter in url)
    return visible and parts.scheme in ("http", "https") and bool(parts.hostname)


def _report(problem_id: str, data: Mapping[str, Any]) -> Report:
    """A finished submission: by its test cases where they are listed, else by its result alone."""
    rows = data.get("cases")
    tests = tuple(_test(i, row) for i, row in enumerate(rows, 1)) if isinstance(rows, list) else ()
    failed = [t.verdict for t in tests if t.verdict is not JudgeVerdict.ACCEPTED]
    if "passed" in data:
        passed = data["passed"] is True and not failed
    else:
        passed = _status(data.get("result")) is JudgeVerdict.ACCEPTED and not failed
    if passed:
        return Report(problem_id, JudgeVerdict.ACCEPTED, tests, len(tests))
    verdict = failed[0] if failed else _status(data.get("result"))
    if verdict is JudgeVerdict.ACCEPTED:
        verdict = JudgeVerdict.JUDGE_ERROR
    return Report(problem_id, verdict, tests, len(tests), str(data.get("result") or ""))


def _test(number: int, row: Any) -> TestReport:
    fields = row if isinstance(row, Mapping) else {}
    verdict = JudgeVerdict.ACCEPTED if fields.get("ok") is True else _status(fields.get("status"))
    if verdict is JudgeVerdict.ACCEPTED and fields.get("ok") is not True:
        verdict = JudgeVerdict.JUDGE_ERROR
    return TestReport(
        f"case-{number}",
        verdict,
        cpu=_number(fields.get("time")) / 1e9,
        memory=_number(fields.get("memory")) / (1 << 20),
        message=str(fields.get("msg") or "")[:_MESSAGE],
    )


def _status(text: Any) -> JudgeVerdict:
    """A status word of the service; an unknown one (internal error, file error) is a judge error."""
    return _STATUS.get(str(text).strip().lower(), JudgeVerdict.JUDGE_ERROR)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
